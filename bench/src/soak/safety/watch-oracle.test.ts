import type { WeatherTrigger } from '@senca/contract/automation'
import { createChance } from '@senca/server/testing/chance.ts'
import { sizeOfRun } from '@senca/server/testing/full-run.ts'
import { initialWatch, nextWeatherWatch } from '@senca/server/watch-state'
import { expect, it } from 'vitest'
import { createOracle, type WeatherRule } from './oracle.ts'

const MINUTE_MS = 60_000
const FRESH_MS = 5 * MINUTE_MS
/** How often the server evaluates what is due. */
const CHECK_MS = 500
/** `WATCH_STEPS=1000000` for a run of its own. */
const STEPS = Number(process.env.WATCH_STEPS ?? sizeOfRun(50_000, 5_000))
const LONGEST_STEP_MS = 4_000
const GAP_MS = 310_000

const RULES: readonly { rule: WeatherRule; values: readonly number[] }[] = [
  {
    rule: {
      type: 'roller_shutter',
      measurement: 'temperature',
      danger: 'frost',
      threshold: 3,
      calm: 4,
      isDangerousAbove: false,
      holdForMs: MINUTE_MS,
    },
    values: [12, 3.5, -2],
  },
  {
    rule: {
      type: 'awning',
      measurement: 'wind_gust',
      danger: 'wind',
      threshold: 10,
      calm: 8,
      isDangerousAbove: true,
      holdForMs: MINUTE_MS,
    },
    values: [3, 9, 14],
  },
  {
    rule: {
      type: 'venetian_blind',
      measurement: 'wind_gust',
      danger: 'wind',
      threshold: 10,
      calm: 8,
      isDangerousAbove: true,
      holdForMs: 0,
    },
    values: [3, 9, 14],
  },
]

it.each(RULES)(
  'a scenario of $rule.danger for $rule.type is active exactly when the oracle says so',
  ({ rule, values }) => {
    const chance = createChance(rule.holdForMs + values.length)
    const trigger: WeatherTrigger = {
      type: 'Weather',
      measurement: rule.measurement,
      condition: rule.isDangerousAbove ? 'gt' : 'lt',
      value: rule.threshold,
      holdFor: rule.holdForMs / MINUTE_MS,
    }
    const oracle = createOracle([rule], [])
    let now = Date.UTC(2026, 5, 21)
    let watched = initialWatch(new Date(now))
    let dueAt: number | null = now
    let reading: { value: number; at: number } | null = null
    let [value = 0] = values
    const counts = { must: 0, free: 0 }

    const inspect = () => {
      const step = nextWeatherWatch(watched, {
        triggers: [trigger],
        isFragile: rule.type === 'awning',
        isShared: false,
        now: new Date(now),
        measuredOf: () =>
          reading === null ? null : { value: reading.value, freshUntil: new Date(reading.at + FRESH_MS) },
      })
      watched = step.state
      dueAt = step.dueAt?.getTime() ?? null
    }
    const pass = (ms: number) => {
      const end = now + ms
      for (let next = Math.ceil((now + 1) / CHECK_MS) * CHECK_MS; next <= end; next += CHECK_MS) {
        now = next
        if (dueAt !== null && dueAt <= now) inspect()
      }
      now = end
    }

    oracle.enable(rule, now)
    inspect()
    for (let step = 0; step < STEPS; step += 1) {
      pass(chance.next() < 0.002 ? GAP_MS : chance.below(LONGEST_STEP_MS))
      if (chance.next() < 0.7) {
        if (chance.next() < 0.1) value = chance.pick(values)
        reading = { value, at: now }
        oracle.sample(rule.measurement, value, now)
        inspect()
      }
      const word = oracle.wordOf(rule, now)
      if (word === 'may') continue
      counts[word] += 1
      const isActive = watched.cause !== null
      if (isActive !== (word === 'must')) expect({ step, now, isActive }).toEqual(word)
    }
    expect(Math.min(counts.must, counts.free)).toBeGreaterThan(STEPS / 20)
  },
)
