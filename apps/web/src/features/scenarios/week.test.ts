import type { ScenarioOutlook, ScenarioTrigger } from '@senca/contract/automation'
import { expect, it } from 'vitest'
import { collisionsOf, firingsOfWeek, momentInHome, weekFrom } from './week.ts'

const LJUBLJANA = { lat: 46.0569, lon: 14.5058, timezone: 'Europe/Ljubljana' }
/** A Monday, 12:00 in Ljubljana. */
const NOW = new Date('2026-11-23T11:00:00Z')
const firings = (triggers: ScenarioTrigger[], place = LJUBLJANA, now = NOW) =>
  firingsOfWeek(triggers, place, now).map((at) => at.toISOString().slice(0, 16))

const WEEKEND: ScenarioTrigger = {
  type: 'DayOfWeek',
  monday: false,
  tuesday: false,
  wednesday: false,
  thursday: false,
  friday: false,
  saturday: true,
  sunday: true,
}

it('has seven days of the home', () => {
  expect(weekFrom(new Date('2026-11-23T23:30:00Z'), 'Europe/Ljubljana')).toEqual([
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
    '2026-11-29',
    '2026-11-30',
  ])
})

it('lists the times of the clock, by days of the week, after now', () => {
  const half = { type: 'TimeOfDay', hour: 7, minute: 30 } as const
  expect(firings([half, WEEKEND])).toEqual(['2026-11-28T06:30', '2026-11-29T06:30'])
  expect(firings([half])).toHaveLength(6)
})

it('lists the times of the sun, kept between two of the clock', () => {
  // Published value: sunset in Ljubljana on 2026-11-23 at 16:23.
  expect(firings([{ type: 'Sunset' }])[0]).toMatch(/^2026-11-23T15:2[234]$/)
  expect(firings([{ type: 'Sunset', offset: -20 }])[0]).toMatch(/^2026-11-23T15:0[234]$/)
  expect(firings([{ type: 'Sunset', notBefore: '17:00' }])[0]).toBe('2026-11-23T16:00')
  expect(firings([{ type: 'Sunset', notAfter: '16:00' }])[0]).toBe('2026-11-23T15:00')
})

it('lists nothing for a sun that does not rise', () => {
  const tromso = { lat: 69.65, lon: 18.96, timezone: 'Europe/Oslo' }
  expect(firings([{ type: 'Sunrise' }], tromso, new Date('2026-12-10T12:00:00Z'))).toEqual([])
})

it('knows a day of 25 hours', () => {
  expect(momentInHome(new Date('2026-10-25T10:30:00Z'), 'Europe/Ljubljana')).toEqual({
    date: '2026-10-25',
    share: 12.5 / 25,
  })
})

it('sees what moves the same device at nearly the same time, once of each scenario [SC17]', () => {
  const other = (scenarioId: string, at: string, ...deviceIds: string[]) => ({
    scenarioId,
    name: scenarioId,
    at,
    deviceIds,
    reason: { type: 'time', hour: 7, minute: 0 } as const,
    actions: [],
  })
  const others: ScenarioOutlook = [
    other('near', '2026-11-24T06:10:00Z', 'a', 'b'),
    other('near', '2026-11-25T06:10:00Z', 'a', 'b'),
    other('late', '2026-11-24T06:11:00Z', 'a'),
    other('elsewhere', '2026-11-24T06:00:00Z', 'c'),
  ]
  const own = [new Date('2026-11-24T06:00:00Z'), new Date('2026-11-25T06:00:00Z')]
  expect(collisionsOf(own, ['a'], others)).toEqual([others[0]])
})
