import type { ScenarioTrigger, WEEKDAYS } from '@senca/contract/automation'
import { describe, expect, it } from 'vitest'
import { type DuePlace, duesAfter, nextDueAfter } from './due-times.ts'

const LJUBLJANA: DuePlace = { lat: 46.0569, lon: 14.5058, timezone: 'Europe/Ljubljana' }
const TROMSO: DuePlace = { lat: 69.65, lon: 18.96, timezone: 'Europe/Oslo' }

const at = (hour: number, minute = 0): ScenarioTrigger => ({ type: 'TimeOfDay', hour, minute })
const on = (...days: (typeof WEEKDAYS)[number][]): ScenarioTrigger => ({
  type: 'DayOfWeek',
  monday: false,
  tuesday: false,
  wednesday: false,
  thursday: false,
  friday: false,
  saturday: false,
  sunday: false,
  ...Object.fromEntries(days.map((day) => [day, true])),
})
const next = (triggers: ScenarioTrigger[], after: string, place = LJUBLJANA) =>
  nextDueAfter(triggers, place, new Date(after))?.at.toISOString() ?? null
const times = (triggers: ScenarioTrigger[], after: string, count: number, place = LJUBLJANA) => {
  const found: string[] = []
  for (const due of duesAfter(triggers, place, new Date(after))) {
    found.push(due.at.toISOString())
    if (found.length === count) break
  }
  return found
}

describe('a time of day', () => {
  it('is by the clocks of the home, and strictly later', () => {
    expect(next([at(7, 30)], '2026-06-21T05:29:59.999Z')).toBe('2026-06-21T05:30:00.000Z')
    expect(next([at(7, 30)], '2026-06-21T05:30:00Z')).toBe('2026-06-22T05:30:00.000Z')
    expect(next([at(7, 30)], '2026-12-21T05:30:00Z')).toBe('2026-12-21T06:30:00.000Z')
    expect(next([at(0)], '2026-12-31T22:59:59Z')).toBe('2026-12-31T23:00:00.000Z')
    expect(next([at(23, 59)], '2026-01-01T00:00:00Z', { ...LJUBLJANA, timezone: 'Pacific/Kiritimati' })).toBe(
      '2026-01-01T09:59:00.000Z',
    )
  })

  it('comes once a day where the clocks change: after the hour that is skipped, and at the first of two [SC9]', () => {
    expect(times([at(2, 30)], '2027-03-27T12:00:00Z', 2)).toEqual([
      '2027-03-28T01:00:00.000Z',
      '2027-03-29T00:30:00.000Z',
    ])
    expect(times([at(2, 30)], '2027-10-30T12:00:00Z', 2)).toEqual([
      '2027-10-31T00:30:00.000Z',
      '2027-11-01T01:30:00.000Z',
    ])
    const lordHowe = { ...LJUBLJANA, timezone: 'Australia/Lord_Howe' }
    expect(times([at(2, 15)], '2026-10-03T12:00:00Z', 2, lordHowe)).toEqual([
      '2026-10-03T15:30:00.000Z',
      '2026-10-04T15:15:00.000Z',
    ])
  })

  it('is narrowed by weekdays', () => {
    // 2026-06-21 is a Sunday.
    expect(times([at(7), on('monday', 'friday')], '2026-06-21T12:00:00Z', 3)).toEqual([
      '2026-06-22T05:00:00.000Z',
      '2026-06-26T05:00:00.000Z',
      '2026-06-29T05:00:00.000Z',
    ])
    // Monday 00:30 in Ljubljana is Sunday in UTC.
    expect(next([at(0, 30), on('monday')], '2026-06-20T00:00:00Z')).toBe('2026-06-21T22:30:00.000Z')
  })

  it('beside others fires at each, in order, and once where two are at one moment', () => {
    const triggers: ScenarioTrigger[] = [
      at(20),
      at(7),
      { type: 'Sunrise', notBefore: '07:00', notAfter: '07:00' },
    ]
    const dues = [...take(duesAfter(triggers, LJUBLJANA, new Date('2026-06-21T00:00:00Z')), 3)]
    expect(dues.map(({ at, reason }) => [at.toISOString(), reason.type])).toEqual([
      ['2026-06-21T05:00:00.000Z', 'time'],
      ['2026-06-21T18:00:00.000Z', 'time'],
      ['2026-06-22T05:00:00.000Z', 'time'],
    ])
  })
})

function* take<T>(all: Iterable<T>, count: number): Generator<T> {
  let left = count
  for (const one of all) {
    if (left === 0) return
    left -= 1
    yield one
  }
}

describe('the sun', () => {
  it('rises and sets, with an offset and within limits [SC11]', () => {
    expect(next([{ type: 'Sunrise' }], '2026-06-21T00:00:00Z')).toBe('2026-06-21T03:11:00.000Z')
    expect(next([{ type: 'Sunset', offset: -90 }], '2026-06-21T00:00:00Z')).toBe('2026-06-21T17:27:00.000Z')
    expect(next([{ type: 'Sunrise', notBefore: '06:30' }], '2026-06-21T00:00:00Z')).toBe(
      '2026-06-21T04:30:00.000Z',
    )
    expect(next([{ type: 'Sunset', notAfter: '20:00' }], '2026-06-21T00:00:00Z')).toBe(
      '2026-06-21T18:00:00.000Z',
    )
    expect(next([{ type: 'Sunset', notAfter: '20:00' }], '2026-12-21T00:00:00Z')).toBe(
      '2026-12-21T15:19:00.000Z',
    )
  })

  it('fires nothing on days on which it does not rise or set', () => {
    const months = times([{ type: 'Sunset' }], '2026-05-10T00:00:00Z', 20, TROMSO).map((at) => at.slice(0, 7))
    expect([...new Set(months)]).toEqual(['2026-05', '2026-07', '2026-08'])
    expect(next([{ type: 'Sunrise' }], '2026-12-10T00:00:00Z', TROMSO)?.slice(0, 7)).toBe('2027-01')
  })

  it('that sets past midnight keeps its order with the clock', () => {
    const reykjavik = { lat: 64.15, lon: -21.94, timezone: 'Atlantic/Reykjavik' }
    const found = times([{ type: 'Sunset' }, at(0, 1), at(23, 59)], '2026-06-20T12:00:00Z', 6, reykjavik)
    expect(found).toEqual(found.toSorted())
    expect(new Set(found).size).toBe(6)
  })

  it('never fires at a place where it never rises for a year', () => {
    const never = { ...TROMSO, lat: 90, lon: 0 }
    expect(times([{ type: 'Sunrise', offset: 5 }], '2026-06-21T00:00:00Z', 3, never).length).toBeLessThan(3)
  })
})

it('nothing is due without a trigger of time', () => {
  expect(next([], '2026-06-21T00:00:00Z')).toBeNull()
})
