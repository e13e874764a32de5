import type { WeatherTrigger } from '@senca/contract/automation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Cause,
  initialWatch,
  nextAlarmWatch,
  nextWeatherWatch,
  releaseOf,
  type WatchState,
} from './watch-state.ts'

const START = new Date('2026-07-01T12:00:00Z')
const MINUTE = 60_000
const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE)
const wind = (value = 10, holdFor?: number): WeatherTrigger => ({
  type: 'Weather',
  ruleId: 'wind',
  measurement: 'wind_gust',
  condition: 'gt',
  value,
  ...(holdFor === undefined ? {} : { holdFor }),
})
const rain: WeatherTrigger = {
  type: 'Weather',
  ruleId: 'rain',
  measurement: 'rain',
  condition: 'gt',
  value: 0.2,
  holdFor: 5,
}
const hot: WeatherTrigger = {
  type: 'Weather',
  ruleId: 'hot',
  measurement: 'temperature',
  condition: 'gt',
  value: 28,
  holdFor: 10,
}

/** Values that are valid for five minutes; null for none. */
type Values = Record<string, number | null>

/** Evaluates a watch minute by minute. Returns its state after each. */
function watch(triggers: WeatherTrigger[], isFragile = true, isShared = false) {
  let state: WatchState = initialWatch(START)
  return (minute: number, values: Values) => {
    const now = at(minute)
    const step = nextWeatherWatch(state, {
      triggers,
      isFragile,
      isShared,
      now,
      measuredOf: ({ ruleId = '' }) => {
        const value = values[ruleId]
        return value == null ? null : { value, freshUntil: at(minute + 5) }
      },
    })
    state = step.state
    return step
  }
}
const isActive = ({ state }: { state: WatchState }) => state.cause !== null

describe('what ends a hold [WS26]', () => {
  const cause = ({ measurement, condition, value }: WeatherTrigger): Cause => ({
    type: 'weather',
    measurement,
    condition,
    threshold: value,
    value: 99,
  })
  const frost: WeatherTrigger = { ...rain, measurement: 'temperature', condition: 'lt', value: 3 }

  it.each<[string, WeatherTrigger, { value: number; minutes: number }]>([
    ['gusts a fifth below the limit, for its own time', wind(10, 20), { value: 8, minutes: 20 }],
    ['or for the usual time', wind(10), { value: 8, minutes: 15 }],
    ['rain at its limit', rain, { value: 0.2, minutes: 5 }],
    ['one degree more than the frost', frost, { value: 4, minutes: 5 }],
  ])('is %s', (_, trigger, release) => {
    expect(releaseOf(cause(trigger), [rain, wind(20), trigger])).toEqual(release)
  })

  it('is not known of an alarm, nor of a trigger that is gone', () => {
    expect(releaseOf({ type: 'security', source: 'smoke' }, [rain])).toBeNull()
    expect(releaseOf(cause(wind(10)), [rain, wind(20)])).toBeNull()
  })
})

describe('a weather scenario', () => {
  it('that somebody else made is neither begun nor kept by a sensor that is silent', () => {
    const check = watch([wind(10, 15)], true, true)
    for (const minute of [0, 1, 2]) expect(isActive(check(minute, { wind: null }))).toBe(false)
    expect(isActive(check(3, { wind: 12 }))).toBe(true)
    expect(isActive(check(4, { wind: null }))).toBe(true)
    expect(isActive(check(19, { wind: null }))).toBe(false)
  })

  it('ends only after it was calm for its time without a break', () => {
    const check = watch([wind(10, 15)])
    expect(isActive(check(0, { wind: 10 }))).toBe(false)
    expect(isActive(check(1, { wind: 10.1 }))).toBe(true)
    expect(check(2, { wind: 7.9 }).state.until).toBe(at(17).getTime())
    // Neither strong nor calm, so the time starts again.
    expect(check(10, { wind: 8.1 }).state.until).toBeNull()
    expect(check(11, { wind: 7 }).state.until).toBe(at(26).getTime())
    expect(isActive(check(25.9, { wind: 7 }))).toBe(true)
    expect(isActive(check(26, { wind: 7 }))).toBe(false)
  })

  it('has ended after its time, also if it is evaluated a moment later with a newer value', () => {
    const late = watch([wind(10, 2)])
    late(0, { wind: 12 })
    late(1, { wind: 1 })
    expect(isActive(late(3.005, { wind: 9 }))).toBe(false)

    // The calm was interrupted before, and nobody knows the weather at the end.
    const interrupted = watch([wind(10, 2)])
    interrupted(0, { wind: 12 })
    interrupted(1, { wind: 1 })
    interrupted(2, { wind: 9 })
    expect(isActive(interrupted(3.005, { wind: 1 }))).toBe(true)
    const unknown = watch([wind(10, 15)])
    unknown(0, { wind: 12 })
    unknown(1, { wind: 1 })
    expect(isActive(unknown(16.005, { wind: 9 }))).toBe(true)

    // A storm at that moment goes on.
    const storm = watch([wind(10, 2)])
    storm(0, { wind: 12 })
    storm(1, { wind: 1 })
    expect(isActive(storm(3.005, { wind: 11 }))).toBe(true)
    expect(isActive(storm(4, { wind: 9 }))).toBe(true)
  })

  it('is evaluated again when a value is too old, and when it may end', () => {
    const check = watch([wind(10, 2)])
    expect(check(0, { wind: 1 }).dueAt).toEqual(at(5))
    check(1, { wind: 12 })
    expect(check(2, { wind: 1 }).dueAt).toEqual(at(4))
  })

  it('says the gravest of what it matches, and what grew by a tenth', () => {
    const check = watch([rain, wind()])
    expect(check(0, { rain: 3, wind: 2 }).state.cause).toMatchObject({ measurement: 'rain', value: 3 })
    expect(check(1, { rain: 3.2, wind: 2 }).state.cause).toMatchObject({ value: 3 })
    expect(check(2, { rain: 3.4, wind: 2 }).state.cause).toMatchObject({ value: 3.4 })
    expect(check(3, { rain: 3, wind: 12 }).state.cause).toMatchObject({ measurement: 'wind_gust', value: 12 })
  })

  it('does not wait for what never matched', () => {
    const check = watch([rain, wind()])
    check(0, { rain: 3, wind: 9.5 })
    expect(check(1, { rain: 0, wind: 9.5 }).state.until).toBe(at(6).getTime())
    expect(isActive(check(6, { rain: 0, wind: 9.5 }))).toBe(false)
  })

  it('of a silent sensor is active for what the weather breaks, once it could have reported something [WS9]', () => {
    const fragile = watch([wind()])
    expect(isActive(fragile(0, {}))).toBe(false)
    expect(fragile(0, {}).dueAt).toEqual(new Date(START.getTime() + 15_000))
    const silent = fragile(0.25, {})
    expect(silent.state).toMatchObject({ isSilent: true, cause: { value: null } })
    // Then nothing changes by time alone.
    expect([silent.dueAt, fragile(0.5, {}).dueAt]).toEqual([null, null])
    expect(isActive(fragile(1, { wind: 3 }))).toBe(false)
    expect(isActive(watch([wind()], false)(10, {}))).toBe(false)
  })

  it('is not calmed by silence, unless it is about comfort', () => {
    const storm = watch([wind(10, 5)], false)
    storm(0, { wind: 12 })
    expect(isActive(storm(600, {}))).toBe(true)
    const heat = watch([hot], false)
    heat(0, { hot: 31 })
    expect(isActive(heat(5, {}))).toBe(true)
    expect(isActive(heat(15, {}))).toBe(false)
  })

  it('never ends before its time has passed since the last value beyond its threshold', () => {
    const step = fc.record({
      minutes: fc.double({ min: 0.1, max: 12, noNaN: true }),
      wind: fc.oneof(fc.double({ min: 0, max: 20, noNaN: true }), fc.constant(null)),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 30 }), (steps, holdFor) => {
        const check = watch([wind(10, holdFor)])
        let minute = 1
        let lastStrong = Number.NEGATIVE_INFINITY
        for (const { minutes, wind: value } of steps) {
          minute += minutes
          if (value !== null && value > 10) lastStrong = minute
          const step = check(minute, { wind: value })
          const active = isActive(step)
          if (step.dueAt !== null) expect(step.dueAt.getTime()).toBeGreaterThan(at(minute).getTime())
          const mustHold = value === null || value > 10 || minute < lastStrong + holdFor
          if (mustHold) expect(active).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('a security scenario', () => {
  it('that reported nothing while the server was down is silent after a grace period, and stays silent where it was [WS9]', () => {
    const step = (before: WatchState, minute: number) =>
      nextWeatherWatch(before, {
        triggers: [wind()],
        isFragile: true,
        isShared: false,
        silentFrom: at(2),
        now: at(minute),
        measuredOf: () => ({ value: 3, freshUntil: at(-1) }),
      })
    const early = step(initialWatch(at(-60)), 1)
    expect([early.state.cause, early.dueAt]).toEqual([null, at(2)])
    const late = step(early.state, 2)
    expect([late.state.isSilent, late.state.cause]).toMatchObject([true, { measurement: 'wind_gust' }])
    expect(step(late.state, 1).state).toMatchObject({ isSilent: true, cause: { measurement: 'wind_gust' } })
  })

  it('is active while one of its alarms is on, for a day at most', () => {
    const trigger = { type: 'Security', sources: ['smoke', 'break_in'] } as const
    const step = (on: ['smoke' | 'break_in' | 'hail', Date][], minute: number) =>
      nextAlarmWatch(initialWatch(START), {
        trigger: { ...trigger, sources: [...trigger.sources] },
        on: new Map(
          on.map(([source, since]) => [
            source,
            { since, endsAt: new Date(since.getTime() + 24 * 60 * MINUTE), reason: null },
          ]),
        ),
        now: at(minute),
      })
    expect(step([['hail', at(0)]], 1).state.cause).toBeNull()
    const both = step(
      [
        ['break_in', at(0)],
        ['smoke', at(5)],
      ],
      6,
    )
    expect(both.state).toMatchObject({ cause: { source: 'smoke' }, until: at(24 * 60 + 5).getTime() })
    expect(both.dueAt).toEqual(at(24 * 60))
    expect(step([['break_in', at(0)]], 24 * 60).state.cause).toBeNull()
  })
})
