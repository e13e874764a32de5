import { setImmediate } from 'node:timers/promises'
import type { WeatherReplay, WeatherTrigger } from '@senca/contract/automation'
import { type Cause, initialWatch, nextWeatherWatch, type WatchState } from './watch-state.ts'

/** The lowest and the highest value measured within an hour. */
export interface HourRange {
  low: number
  high: number
}

interface ReplayInput {
  triggers: readonly WeatherTrigger[]
  /** Null if nothing is known of this hour. */
  rangeOf(trigger: WeatherTrigger, hour: Date): HourRange | null
  /** `from` and `until` are whole hours. */
  from: Date
  until: Date
}

const HOUR_MS = 3_600_000
const LISTED = 50
/** After so many hours, other work of the process has its turn. */
const HOURS_PER_TURN = 100

interface Firing {
  from: number
  until: number | null
  cause: Extract<Cause, { type: 'weather' }>
}

const isWorse = (one: Firing['cause'], other: Firing['cause']): boolean =>
  one.measurement === other.measurement &&
  one.value !== null &&
  (other.value === null || (one.condition === 'gt' ? one.value > other.value : one.value < other.value))

/** What weather triggers would have done according to hourly measurements. The worst value of each hour is used. */
export async function replay({ triggers, rangeOf, from, until }: ReplayInput): Promise<WeatherReplay> {
  let state: WatchState = initialWatch(from)
  let known = 0
  const firings: Firing[] = []
  const step = (at: number, hour: Date, end: number): Date | null => {
    const next = nextWeatherWatch(state, {
      triggers,
      isFragile: false,
      isShared: false,
      now: new Date(at),
      measuredOf(trigger) {
        const range = rangeOf(trigger, hour)
        if (range === null) return null
        return { value: trigger.condition === 'gt' ? range.high : range.low, freshUntil: new Date(end) }
      },
    })
    const { cause } = next.state
    const last = firings.at(-1)
    if (cause?.type === 'weather' && state.cause === null) firings.push({ from: at, until: null, cause })
    else if (cause?.type === 'weather' && last !== undefined && isWorse(cause, last.cause)) last.cause = cause
    if (cause === null && state.cause !== null && last !== undefined) last.until = at
    state = next.state
    return next.dueAt
  }
  const hours = (until.getTime() - from.getTime()) / HOUR_MS
  for (let index = 0; index < hours; index += 1) {
    const start = from.getTime() + index * HOUR_MS
    const hour = new Date(start)
    if (index % HOURS_PER_TURN === HOURS_PER_TURN - 1) await setImmediate()
    if (triggers.some((trigger) => rangeOf(trigger, hour) !== null)) known += 1
    // Where nothing is known, nothing begins.
    else if (state.cause === null) continue
    let at: number | undefined = start
    while (at !== undefined && at < start + HOUR_MS) {
      const next: Date | null = step(at, hour, start + HOUR_MS)
      at = next !== null && next.getTime() > at ? next.getTime() : undefined
    }
  }
  const lasted = firings.reduce(
    (sum, { from: begin, until: end }) => sum + (end ?? until.getTime()) - begin,
    0,
  )
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    known: hours === 0 ? 0 : known / hours,
    count: firings.length,
    hours: Math.round((lasted / HOUR_MS) * 10) / 10,
    times: firings
      .slice(-LISTED)
      .toReversed()
      .flatMap(({ from: begin, until: end, cause: { measurement, value } }) =>
        value === null
          ? []
          : {
              from: new Date(begin).toISOString(),
              until: end === null ? null : new Date(end).toISOString(),
              measurement,
              value,
            },
      ),
  }
}
