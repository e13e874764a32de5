import { DEVICE_TYPES, type DeviceType } from '@senca/contract'
import { areOwnPlaces, DANGERS, type Danger, safePlaceOf } from '@senca/contract/automation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ActiveScenario,
  atEnds,
  countedPlaces,
  type Held,
  type HeldPlace,
  holdOf,
  isOutward,
  isSafe,
  isStaying,
  isUnsafe,
  provenState,
  type Whereabouts,
  wayTo,
} from './hold.ts'
import type { Cause } from './watch-state.ts'

const wind: Cause = { type: 'weather', measurement: 'wind_gust', condition: 'gt', threshold: 10, value: 12 }
const frost: Cause = { ...wind, measurement: 'temperature', condition: 'lt', threshold: 3, value: -2 }
const rain: Cause = { ...wind, measurement: 'rain', threshold: 0.2, value: 3 }
const smoke: Cause = { type: 'security', source: 'smoke' }
const breakIn: Cause = { type: 'security', source: 'forced_door' }
const active = (cause: Cause, more: Partial<ActiveScenario> = {}): ActiveScenario => ({
  scenarioId: JSON.stringify(cause),
  accountId: 'anna',
  actions: [{ type: 'MoveSelfSecurity' }],
  deviceIds: ['a'],
  isHolding: true,
  isShared: false,
  firingId: 'f',
  cause,
  since: new Date(0),
  until: null,
  isSensorSilent: false,
  release: null,
  ...more,
})
const held = (type: Held['type'], more: Partial<Held> = {}): Held => ({
  type,
  safePlaces: undefined,
  ventilation: null,
  ...more,
})
const at = (position: number | null) => ({ position, inclination: null })
/** A hold of a protecting scenario. */
const keptAt = (place: HeldPlace) => ({ place, safest: place })
const to = (percent: number) => ({ command: 'move', position: percent }) as const

describe('the safe places of kinds', () => {
  it('are those of the contract', () => {
    const table = Object.fromEntries(
      DEVICE_TYPES.map((type) => [type, DANGERS.map((danger) => safePlaceOf(type, danger, undefined))]),
    )
    const band = { min: 0.1, max: 0.9 }
    const screen = [0, 0, 0, 0, null, null, null]
    expect(table).toEqual({
      awning: [0, 0, 0, 0, 0, 0, null],
      textile_screen: screen,
      insect_screen: screen,
      falcon: screen,
      venetian_blind: [0, 0, 0, null, null, null, 1],
      roller_shutter: [0, null, 0, null, band, null, 1],
      pergola: [0, 0, 0, 0, null, 1, null],
      home_door: [null, null, null, null, null, null, null],
      light: [null, null, null, null, null, null, null],
    })
  })

  it.each<[DeviceType, Danger, number | null, ReturnType<typeof safePlaceOf>]>([
    ['roller_shutter', 'break_in', 0.2, 0.2],
    ['roller_shutter', 'frost', null, null],
    ['venetian_blind', 'wind', 1, 1],
    ['awning', 'wind', 0.02, 0.02],
    ['awning', 'wind', 0.021, 0],
    ['awning', 'rain', null, 0],
    ['pergola', 'rain', 0.98, 0.98],
    ['pergola', 'rain', 0.9, 1],
    ['textile_screen', 'rain', 0.5, 0.5],
  ])('of %s against %s set to %s count as %s', (type, danger, own, place) => {
    expect(safePlaceOf(type, danger, { [danger]: own })).toBe(place)
    expect(areOwnPlaces(type, { [danger]: own })).toBe(place === own)
  })
})

describe('of several dangers', () => {
  it('the gravest decides, and one that has no place for the kind decides nothing', () => {
    expect(holdOf([active(breakIn), active(smoke)], held('roller_shutter'))?.place).toEqual({ position: 0 })
    expect(holdOf([active(rain), active(wind)], held('pergola'))?.place).toEqual({ inclination: 0 })
    expect(holdOf([active(rain)], held('pergola'))?.place).toEqual({ inclination: 1 })
    expect(holdOf([active(wind), active(breakIn)], held('roller_shutter'))?.place).toEqual({ position: 1 })
    expect(holdOf([active(breakIn)], held('awning'))).toBeNull()
    expect(holdOf([active(wind)], held('light'))).toBeNull()
  })

  it('an action of its own keeps where that puts a shade', () => {
    const half = active(wind, { actions: [{ type: 'MoveSelf', position: 0.5 }] })
    expect(holdOf([half], held('awning'))?.place).toEqual({ position: 0.5 })
    const aired = active(wind, { actions: [{ type: 'MoveToVentilation' }] })
    expect(holdOf([aired], held('awning'))).toBeNull()
    expect(holdOf([aired], held('awning', { ventilation: { position: 0.9 } }))?.place).toEqual({
      position: 0.9,
    })
  })
})

describe('of several scenarios that hold one device', () => {
  const comfort = (cause: Cause, position: number, more: Partial<ActiveScenario> = {}) =>
    active(cause, { actions: [{ type: 'MoveSelf', position }], ...more })
  const storm: Cause = { type: 'security', source: 'storm' }
  const older = { since: new Date(0) }
  const newer = { since: new Date(60_000) }

  it.each([
    ['protection from the same danger', [comfort(wind, 0.5, older), active(wind, newer)], 0],
    ['protection from a lesser danger', [comfort(wind, 0.5, older), active(rain, newer)], 0],
    ['an alarm with a place of its own', [comfort(wind, 0.5, older), comfort(storm, 0.3, newer)], 0.3],
    ['the safer of two places', [comfort(wind, 0.5, older), comfort(wind, 0.2, newer)], 0.2],
    ['the safer place of two alarms', [comfort(storm, 0.3, older), active(storm, newer)], 0],
  ])('%s decides, whatever is older [WS2]', (_name, scenarios, position) => {
    const aged = scenarios.map((scenario) => ({ ...scenario, since: scenario.since }))
    expect(holdOf(aged, held('awning'))?.place).toEqual({ position })
    const swapped = aged.map((scenario) => ({
      ...scenario,
      since: new Date(60_000 - scenario.since.getTime()),
    }))
    expect(holdOf(swapped.toReversed(), held('awning'))?.place).toEqual({ position })
  })

  it('the gravest danger decides among protections, and the same scenario among equal ones', () => {
    expect(holdOf([active(rain, older), active(wind, newer)], held('pergola'))?.place).toEqual({
      inclination: 0,
    })
    const [first, second] = [active(wind, { scenarioId: 'a', ...newer }), active(wind, { scenarioId: 'b' })]
    for (const both of [
      [first, second],
      [second, first],
    ])
      expect(holdOf(both, held('awning'))?.scenario.scenarioId).toBe('a')
  })

  it('one with a place of its own lets a device go to the safe place of its kind, and not beyond its own [WS2]', () => {
    const hold = holdOf([comfort(wind, 0.5)], held('awning'))
    if (hold === null) throw new Error('the awning is held')
    const isRefused = (percent: number, here: number | null) => isUnsafe(hold, to(percent), at(here), null)
    expect([isRefused(0, 0.5), isRefused(20, 0.5), isRefused(50, 0), isRefused(30, null)]).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect([isRefused(60, 0.5), isRefused(100, 0), isRefused(60, null)]).toEqual([true, true, true])
    expect([isOutward(hold, { position: 0.5 }, at(0)), isOutward(hold, { position: 0.5 }, at(0.8))]).toEqual([
      true,
      false,
    ])
  })
})

describe('an assumed place of a held shade', () => {
  const assumed = {
    status: 'ready',
    position: 0,
    inclination: null,
    assumed: true,
    reportedAt: null,
  } as const

  it('counts as unknown: it may only go to its safe place [HW42]', () => {
    const state = provenState(assumed)
    const here = countedPlaces(
      { position: 0 },
      { state, isUnheard: false, safetyTarget: null, movesInFlight: [] },
    )
    expect(isSafe({ position: 0 }, state)).toBe(false)
    expect([0, 1, 50].map((percent) => isUnsafe(keptAt({ position: 0 }), to(percent), here, null))).toEqual([
      false,
      true,
      true,
    ])
  })

  it('is known again once it was reported [HW42]', () => {
    const reported = { ...assumed, assumed: false }
    expect(isSafe({ position: 0 }, provenState(reported))).toBe(true)
    expect(isSafe({ position: 0 }, provenState(reported, true))).toBe(false)
  })
})

describe('a shade that stops at its ends only', () => {
  const band = { min: 0.1, max: 0.9 }
  it.each<[HeldPlace, number | null, HeldPlace]>([
    [{ position: 0 }, 1, { position: 0 }],
    [{ position: 0.3 }, 1, { position: 0 }],
    [{ position: 0.7 }, null, { position: 1 }],
    [{ position: band }, 1, { position: 1 }],
    [{ position: band }, 0, { position: 0 }],
    [{ position: band }, null, { position: 0 }],
    [{ inclination: 0.3 }, 1, { inclination: 0.3 }],
  ])('that is kept at %j and is at %s is kept at %j [HW42]', (place, position, expected) => {
    expect(atEnds(place, at(position))).toEqual(expected)
  })
})

describe('where a held shade counts as being', () => {
  const inward = { position: 0 }
  const counted = (
    state: { position: number | null; status?: 'ready' | 'moving'; target?: { position: number } | null },
    more: Partial<Omit<Whereabouts, 'state'>> = {},
  ) =>
    countedPlaces(inward, {
      state: { inclination: null, status: 'ready', ...state },
      isUnheard: false,
      safetyTarget: null,
      movesInFlight: [],
      ...more,
    }).position

  it('is its reported position, once it has reported since it reconnected [WS5]', () => {
    expect(counted({ position: 0.8 })).toBe(0.8)
    expect(counted({ position: 0.8 }, { isUnheard: true })).toBeNull()
  })
  it('is where its safety move brings it, from the moment it leaves', () => {
    expect(counted({ position: 0.8 }, { safetyTarget: { position: 0 } })).toBe(0)
    expect(counted({ position: 0.8 }, { safetyTarget: { position: 0 }, isUnheard: true })).toBe(0)
  })
  it('is not where a safety move against another danger brings it [WS6]', () => {
    expect(counted({ position: 0.3 }, { safetyTarget: { position: 1 } })).toBe(0.3)
    expect(counted({ position: 0.3 }, { safetyTarget: { position: 1 }, isUnheard: true })).toBeNull()
  })
  it.each([
    ['from one end to the other', 0, 1, null],
    ['from one end to the other, by a safety move against another danger', 1, 0, { position: 0 }],
    ['out of the range', 0.7, 0, null],
    ['into the range', 0, 0.5, null],
  ])(
    'is unknown in frost while it moves %s, so that it is sent to no end',
    (_name, position, goal, safetyTarget) => {
      const place = { position: { min: 0.1, max: 0.9 } }
      const state = { position, inclination: null, status: 'moving', target: { position: goal } } as const
      const here = countedPlaces(place, { state, isUnheard: false, safetyTarget, movesInFlight: [] })
      expect(isUnsafe(keptAt(place), to(0), here, null)).toBe(true)
      expect(isUnsafe(keptAt(place), to(100), here, null)).toBe(true)
      expect(isUnsafe(keptAt(place), to(50), here, null)).toBe(false)
    },
  )
  it('is of any other movement the end that is nearer to where it is kept [WS6]', () => {
    expect(counted({ position: 0.6, status: 'moving', target: { position: 0 } })).toBe(0)
    expect(counted({ position: 0.6, status: 'moving', target: { position: 1 } })).toBe(0.6)
    expect(counted({ position: 0.6, target: { position: 0.2 } })).toBe(0.2)
  })
  it('is where it was just sent, if that is nearer, before it answers or reports [WS6]', () => {
    const sent = (...positions: number[]) => ({ movesInFlight: positions.map((position) => ({ position })) })
    expect(counted({ position: 0.8 }, sent(0.3))).toBe(0.3)
    expect(counted({ position: 0.8 }, sent(0.3, 0.5))).toBe(0.3)
    expect(counted({ position: 0.8, status: 'moving', target: { position: 0.5 } }, sent(0.3))).toBe(0.3)
    expect(counted({ position: 0.8, status: 'moving', target: { position: 0.2 } }, sent(0.3))).toBe(0.2)
    expect(counted({ position: 0.8 }, sent(1))).toBe(0.8)
    expect(counted({ position: 0.8 }, { movesInFlight: [{ inclination: 0 }] })).toBe(0.8)
    expect(counted({ position: 0.8, status: 'moving' }, sent(0.3))).toBeNull()
  })
  it('is unknown if it was just sent to a place that only it knows [WS5]', () => {
    expect(counted({ position: 0.8 }, { movesInFlight: [null] })).toBeNull()
    expect(counted({ position: 0.8 }, { movesInFlight: [{ position: 0.9 }, null] })).toBeNull()
    expect(counted({ position: 0.8 }, { movesInFlight: [null], safetyTarget: { position: 1 } })).toBeNull()
    expect(counted({ position: 0.8 }, { movesInFlight: [null], safetyTarget: { position: 0 } })).toBe(0)
  })
  it('is unknown in frost if it was just sent elsewhere, so that it is sent to no end', () => {
    const place = { position: { min: 0.1, max: 0.9 } }
    const state = { position: 0, inclination: null, status: 'ready' } as const
    const known = { state, isUnheard: false, safetyTarget: null }
    const asked = countedPlaces(place, { ...known, movesInFlight: [{ position: 0.5 }] })
    expect(asked.position).toBeNull()
    expect(countedPlaces(place, { ...known, movesInFlight: [{ position: 0 }] }).position).toBe(0)
  })
  it('is unknown while it moves without saying where to [WS5]', () => {
    expect(counted({ position: 0.6, status: 'moving' })).toBeNull()
    expect(counted({ position: 0.6, status: 'moving', target: null })).toBeNull()
  })
})

describe('a held shade', () => {
  const inward = keptAt({ position: 0 })
  it.each([
    ['out from where it is in', to(1), at(0), true],
    ['further out', to(60), at(0.5), true],
    ['further in', to(40), at(0.5), false],
    ['to where it is', to(50), at(0.5), false],
    ['in', to(0), at(0.5), false],
    ['anywhere from nobody knows where', to(10), at(null), true],
    ['in from nobody knows where', to(0), at(null), false],
  ])('may be asked: %s [WS1]', (_name, command, here, isRefused) => {
    expect(isUnsafe(inward, command, here, null)).toBe(isRefused)
  })

  it.each([
    ['at rest', { status: 'ready' }, [], true],
    ['while it moves out', { status: 'closing', target: { position: 1 } }, [], false],
    ['while it moves in', { status: 'opening', target: { position: 0 } }, [], true],
    ['while it moves, and nobody knows where to', { status: 'moving' }, [], false],
    ['while it calibrates', { status: 'calibrating' }, [], false],
    ['when it was just sent out', { status: 'ready' }, [{ position: 1 }], false],
    ['when it was just sent to a place that only it knows', { status: 'ready' }, [null], false],
    ['when only its slats were sent', { status: 'ready' }, [{ inclination: 1 }], true],
    ['while it upgrades', { status: 'upgrading' }, [], true],
  ] as const)('in its place stays there or not: %s', (_name, more, movesInFlight, stays) => {
    expect(isStaying(inward, { state: { ...at(0), ...more }, movesInFlight })).toBe(stays)
  })

  it('may be stopped, and not be sent to a place that only it knows [WS1]', () => {
    expect(isUnsafe(inward, { command: 'abort' }, at(0.5), null)).toBe(false)
    expect(isUnsafe(inward, { command: 'move_to_ventilation' }, at(0.5), null)).toBe(true)
    expect(isUnsafe(inward, { command: 'move_to_ventilation' }, at(0.5), { position: 0.2 })).toBe(false)
    expect(isUnsafe(inward, { command: 'move', inclination: 100 }, at(0.5), null)).toBe(false)
  })

  it('in frost keeps off its ends, and goes from one into the band', () => {
    const place = holdOf([active(frost)], held('roller_shutter'))?.place ?? {}
    const band = keptAt(place)
    expect(isUnsafe(band, to(95), at(0.5), null)).toBe(true)
    expect(isUnsafe(band, to(90), at(0.5), null)).toBe(false)
    expect(isUnsafe(band, to(100), at(0), null)).toBe(true)
    expect(isUnsafe(band, to(50), at(0), null)).toBe(false)
    expect(isSafe(place, at(0))).toBe(true)
    expect(isSafe(place, at(0.95))).toBe(false)
    expect(wayTo(place, at(0.95))).toEqual({ position: 0.9 })
    expect(wayTo(place, at(0.04))).toEqual({ position: 0.1 })
  })

  it('is never brought further away by what passes', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(unit, unit, fc.integer({ min: 0, max: 100 }), (safe, here, percent) => {
        const isRefused = isUnsafe(keptAt({ position: safe }), to(percent), at(here), null)
        const isFurther = Math.abs(percent / 100 - safe) > Math.abs(here - safe) + 0.001
        if (isFurther) expect(isRefused).toBe(true)
      }),
    )
  })
})
