import type { WeatherTrigger } from '@senca/contract/automation'
import { expect, it } from 'vitest'
import { type HourRange, replay } from './replay.ts'

const FROM = new Date('2026-10-01T00:00:00Z')
const HOUR_MS = 3_600_000
const gusts: WeatherTrigger = { type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 10 }
const cold: WeatherTrigger = {
  type: 'Weather',
  measurement: 'temperature',
  condition: 'lt',
  value: 3,
  holdFor: 0,
}

/** Replays the worst value of each hour for one trigger; null if no value is known. */
const replayed = (trigger: WeatherTrigger, worst: readonly (number | null)[]) =>
  replay({
    triggers: [trigger],
    from: FROM,
    until: new Date(FROM.getTime() + worst.length * HOUR_MS),
    rangeOf(_, hour): HourRange | null {
      const value = worst[(hour.getTime() - FROM.getTime()) / HOUR_MS]
      if (value === null || value === undefined) return null
      return trigger.condition === 'gt' ? { low: 0, high: value } : { low: value, high: 30 }
    },
  })
const at = (hours: number) => new Date(FROM.getTime() + hours * HOUR_MS).toISOString()

it('counts what would have fired, each time with its worst value and its end', async () => {
  const { count, times, hours, known } = await replayed(gusts, [4, 12, 14, 9, 7, 6, 11, 5, 4, 4])
  expect({ count, known }).toEqual({ count: 2, known: 1 })
  // Calm means a fifth below the limit for a quarter of an hour.
  expect(times).toEqual([
    { from: at(6), until: at(7.25), measurement: 'wind_gust', value: 11 },
    { from: at(1), until: at(4.25), measurement: 'wind_gust', value: 14 },
  ])
  expect(hours).toBe(4.5)
})

it('evaluates the least of an hour where less is what matters, and the hysteresis', async () => {
  const { times } = await replayed(cold, [5, 2, 1, 3.5, 4, 6])
  expect(times).toEqual([{ from: at(1), until: at(4), measurement: 'temperature', value: 1 }])
})

it('says of how many hours something is known, and calls unknown ones neither calm nor a storm', async () => {
  const { count, known, times } = await replayed(gusts, [null, null, 12, null, 2, 2, null, null])
  expect({ count, known }).toEqual({ count: 1, known: 3 / 8 })
  expect(times[0]).toMatchObject({ from: at(2), until: at(4.25) })
})

it('contains what has no end yet, and at most the newest fifty', async () => {
  expect((await replayed(gusts, [4, 12])).times).toMatchObject([{ until: null }])
  const { count, times } = await replayed(
    gusts,
    Array.from({ length: 240 }, (_, hour) => (hour % 3 === 0 ? 12 : 1)),
  )
  expect({ count, notified: times.length }).toEqual({ count: 80, notified: 50 })
})
