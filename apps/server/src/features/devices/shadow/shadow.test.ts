import { describe, expect, it } from 'vitest'
import type { ReportedState } from '#drivers/driver.ts'
import {
  deviceCapabilities,
  emptyShadow,
  isLater,
  isOccupied,
  nextShadow,
  type Shadow,
  type ShadowEvent,
  stateOf,
} from './shadow.ts'

const AT = Date.UTC(2026, 5, 21)
const report = (
  totalRestarts: number,
  totalStateUpdates: number,
  state: ReportedState = {},
  endpoint = 'senca/abcdefgh',
): ShadowEvent => ({
  kind: 'report',
  endpoint,
  order: { totalRestarts, totalStateUpdates },
  state,
  at: AT,
})
const connection = (connected: boolean, endpoint = 'senca/abcdefgh'): ShadowEvent => ({
  kind: 'connection',
  endpoint,
  connected,
  at: AT,
})

const shadowAfter = (...events: ShadowEvent[]): Shadow =>
  events.reduce((shadow, event) => nextShadow(shadow, event) ?? shadow, emptyShadow('abcdefgh'))

const inSession = (session: number, connected: boolean, at = AT): ShadowEvent => ({
  kind: 'connection',
  endpoint: 'senca/abcdefgh',
  connected,
  at,
  session,
})

describe('connections that a device counts itself', () => {
  it('[DP42] are ended by their own will and by no other', () => {
    const here = shadowAfter(inSession(1, true), inSession(2, true))
    expect(nextShadow(here, inSession(1, false))).toBeNull()
    expect(nextShadow(here, inSession(2, false))?.connected).toBe(false)
  })

  it('[DP42] begin where two instances have read their reports in the wrong order', () => {
    const here = shadowAfter(inSession(2, true), inSession(1, true))
    expect(nextShadow(here, inSession(2, false))?.connected).toBe(false)
    // The will of a connection from which nothing else was received.
    expect(nextShadow(shadowAfter(inSession(1, true)), inSession(2, false))?.connected).toBe(false)
  })

  it('[DP42] count from anywhere again when the device has lost its count', () => {
    const later = AT + 10_000
    const here = shadowAfter(inSession(9, true), inSession(1, true, later))
    expect(nextShadow(here, inSession(1, false, later + 1))?.connected).toBe(false)
  })

  it('[DP42] are news, each of them, also where the one before has not ended', () => {
    const here = shadowAfter(inSession(1, true), report(1, 1, { status: 'ready', position: 0 }))
    expect(nextShadow(here, inSession(1, true))).toBeNull()
    expect(nextShadow(here, inSession(2, true, AT + 1))?.lastSeenAt).toEqual(new Date(AT + 1))
  })
})

describe('a shadow', () => {
  it('is offline, unknown and unreported at first', () => {
    expect(stateOf(shadowAfter())).toEqual({
      status: 'offline',
      position: null,
      inclination: null,
      assumed: false,
      reportedAt: null,
    })
  })

  it('is busy from the connection until the first report', () => {
    expect(stateOf(shadowAfter(connection(true))).status).toBe('busy')
  })

  it('[DP12] merges partial reports', () => {
    const shadow = shadowAfter(
      connection(true),
      report(1, 1, {
        status: 'ready',
        position: 0.5,
        motorLockConnected: true,
        settings: { switchType: 'normal' },
      }),
      report(1, 2, { position: 0.6, settings: { motorInverted: true } }),
    )
    expect(stateOf(shadow)).toMatchObject({ status: 'ready', position: 0.6, motorLockConnected: true })
    expect(shadow.settings).toEqual({ switchType: 'normal', motorInverted: true })
  })

  it.each([
    ['an older report of the same run', report(2, 4, { position: 1 }), 0.5],
    ['a report of an earlier run', report(1, 99, { position: 1 }), 0.5],
    ['the same report again', report(2, 5, { position: 0.7 }), 0.7],
    ['a newer report', report(2, 6, { position: 1 }), 1],
    ['a report of a later run that counts from the start', report(3, 0, { position: 1 }), 1],
  ])('[DP13] takes reports in their order: %s', (_name, event, position) => {
    const shadow = shadowAfter(report(2, 5, { position: 0.5 }), event)
    expect(shadow.fields.position).toBe(position)
  })

  it('goes offline without losing what it knew or counted, and comes back with it', () => {
    const away = shadowAfter(
      connection(true),
      report(1, 7, { status: 'opening', position: 0.4 }),
      connection(false),
    )
    expect(stateOf(away)).toMatchObject({ status: 'offline', position: 0.4 })
    expect(away.counts).toEqual({ totalRestarts: 1, totalStateUpdates: 7 })
    expect(nextShadow(away, connection(false))).toBeNull()
  })

  it.each([
    ['the device is claimed', { kind: 'claimed', isHandedOver: false } as const],
    ['the device is handed over', { kind: 'claimed', isHandedOver: true } as const],
    ['the device reports that it was reset', { kind: 'status', factoryReset: true } as const],
    ['the device has forgotten its home', { kind: 'forgotten' } as const],
  ])('counts from the start when %s', (_name, event) => {
    const shadow = shadowAfter(
      { kind: 'status', factoryReset: false },
      report(5, 100, { position: 0.1 }),
      event,
      report(0, 1, { position: 0.9 }),
    )
    expect(shadow.fields.position).toBe(0.9)
  })

  it('does not count from the start when a reset is reported again', () => {
    const shadow = shadowAfter(
      { kind: 'status', factoryReset: true },
      report(5, 100, { position: 0.1 }),
      { kind: 'status', factoryReset: true },
      report(0, 1, { position: 0.9 }),
    )
    expect(shadow.fields.position).toBe(0.1)
  })

  const ofLastHome = [
    connection(true),
    { kind: 'status', factoryReset: false } as const,
    report(1, 1, { position: 0.4, settings: { motorInverted: true } }),
  ]

  it.each([
    ['it has forgotten it', { kind: 'forgotten' } as const],
    ['it was reset', { kind: 'status', factoryReset: true } as const],
    ['it is handed over', { kind: 'claimed', isHandedOver: true } as const],
  ])('keeps nothing of its last home when %s', (_name, event) => {
    const shadow = shadowAfter(...ofLastHome, event)
    expect(shadow).toMatchObject({ connected: true, fields: {}, settings: {}, reportedAt: null })
  })

  it.each([
    ['set by its last home since its reset', { kind: 'settings', settings: { motorInverted: true } }, {}],
    ['said since its reset', report(0, 1, { settings: { switchType: 'normal' } }), { switchType: 'normal' }],
  ] satisfies [string, ShadowEvent, object][])(
    'begins in its new home without its old settings, and with what was reported: %s',
    (_name, event, settings) => {
      const shadow = shadowAfter(...ofLastHome, { kind: 'status', factoryReset: true }, event, {
        kind: 'claimed',
        isHandedOver: false,
      })
      expect(shadow.settings).toEqual(settings)
    },
  )

  it('[DP9] [DP24] drops what comes between its forgetting and its word that it was reset', () => {
    const before = report(1, 2, { position: 0.4, settings: { motorInverted: true } })
    const reset = { kind: 'status', factoryReset: true } as const
    const forgotten = shadowAfter(...ofLastHome, { kind: 'forgotten' }, before, reset)
    expect(forgotten).toMatchObject({ fields: {}, settings: {}, reportedAt: null })
    expect(nextShadow(forgotten, reset)).toBeNull()
  })

  it('keeps for its new home what it reported since it was reset', () => {
    const shadow = shadowAfter(
      ...ofLastHome,
      { kind: 'status', factoryReset: true },
      report(0, 1, { position: 0.9 }),
      { kind: 'claimed', isHandedOver: false },
    )
    expect(shadow).toMatchObject({ fields: { position: 0.9 }, settings: {}, reportedFactoryReset: true })
  })
})

describe('the target', () => {
  const sentAt = { totalRestarts: 1, totalStateUpdates: 1 }
  const target: ShadowEvent = { kind: 'target', target: { position: 1 }, sentAt }
  const start = [connection(true), report(1, 1, { status: 'ready', position: 0 })]

  it('is that of the acknowledged command until the device rests [CM15]', () => {
    const moving = shadowAfter(...start, target, report(1, 2, { status: 'closing', position: 0.1 }))
    expect(stateOf(moving).target).toEqual({ position: 1 })
    expect(moving.fields.position).toBe(0.1)
    const resting = nextShadow(moving, report(1, 3, { status: 'ready', position: 1 }))
    expect(resting && stateOf(resting)).not.toHaveProperty('target')
  })

  it('is not set when the device has come to rest before the acknowledgement was seen', () => {
    expect(nextShadow(shadowAfter(...start, report(1, 2, { status: 'ready' })), target)).toBeNull()
  })

  it('is the device’s own where it says one [CM15]', () => {
    const shadow = shadowAfter(
      ...start,
      report(1, 2, { status: 'closing', target: { position: 0.8 } }),
      target,
    )
    expect(stateOf(shadow).target).toEqual({ position: 0.8 })
  })

  it('[DP16] is null when the device reports so', () => {
    const shadow = shadowAfter(...start, target, report(1, 2, { status: 'closing', target: null }))
    expect(stateOf(shadow)).not.toHaveProperty('target')
  })
})

describe('isLater', () => {
  const counts = (totalRestarts: number | null, totalStateUpdates: number | null) => ({
    totalRestarts,
    totalStateUpdates,
  })
  it.each([
    ['the same counts', counts(1, 5), counts(1, 5), false],
    ['one more', counts(1, 6), counts(1, 5), true],
    ['one less', counts(1, 4), counts(1, 5), false],
    ['a later run', counts(2, 0), counts(1, 5), true],
    ['nothing to compare with', counts(1, 5), counts(null, null), true],
  ])('says of %s', (_name, candidate, base, expected) => {
    expect(isLater(candidate, base)).toBe(expected)
  })
})

describe('what a device takes and the registry writes', () => {
  const taken: ShadowEvent = { kind: 'settings', settings: { motorInverted: true } }
  const raised = (generation: number): ShadowEvent => ({ kind: 'rowVersionRaised', generation })

  it('settings that it took count until it says something else', () => {
    const before = report(1, 1, { settings: { motorInverted: false, switchType: 'normal' } })
    const shadow = shadowAfter(before, taken)
    expect(shadow.settings).toEqual({ motorInverted: true, switchType: 'normal' })
    expect(shadow.counts).toEqual({ totalRestarts: 1, totalStateUpdates: 1 })
    expect(shadowAfter(before, taken, report(1, 2, { position: 1 })).settings).toEqual(shadow.settings)
    const reported = report(1, 2, { settings: { motorInverted: false } })
    expect(shadowAfter(before, taken, reported).settings.motorInverted).toBe(false)
  })

  it('the newest writing of its row is known, and stays so when it begins again', () => {
    expect(shadowAfter(raised(2)).generation).toBe(2)
    expect(nextShadow(shadowAfter(raised(2)), raised(2))).toBeNull()
    expect(nextShadow(shadowAfter(raised(2)), raised(1))).toBeNull()
    expect(shadowAfter(raised(2), { kind: 'forgotten' }).generation).toBe(2)
    expect(shadowAfter(raised(2), { kind: 'claimed', isHandedOver: true }).generation).toBe(2)
  })

  it.each<[string, boolean, ShadowEvent[]]>([
    ['calibrates', true, [connection(true), report(1, 1, { status: 'calibrating' })]],
    ['restarts', true, [connection(true), report(1, 1, { status: 'restarting' })]],
    ['moves', false, [connection(true), report(1, 1, { status: 'opening' })]],
    ['is away', false, [report(1, 1, { status: 'calibrating' })]],
    ['never reported', false, [connection(true)]],
  ])('a device that %s is occupied: %s', (_name, expected, events) => {
    expect(isOccupied(shadowAfter(...events))).toBe(expected)
  })
})

describe('a device of two endpoints', () => {
  const OTHER = 'other/kitchen'
  const uncounted = (state: ReportedState): ShadowEvent => ({
    kind: 'report',
    endpoint: OTHER,
    state,
    at: AT,
  })

  it('is online while one of them is connected', () => {
    const both = [connection(true), connection(true, OTHER)]
    expect(shadowAfter(...both, connection(false)).connected).toBe(true)
    expect(shadowAfter(...both, connection(false), connection(false, OTHER)).connected).toBe(false)
  })

  it('merges their reports, each in its own order, and has no counts of its own', () => {
    const shadow = shadowAfter(
      report(9, 1, { position: 0.5 }),
      report(1, 5, { light1Brightness: 0.5 }, OTHER),
      report(1, 4, { light1Brightness: 0.1 }, OTHER),
      report(8, 9, { position: 0.1 }),
    )
    expect(shadow.fields).toMatchObject({ position: 0.5, light1Brightness: 0.5 })
    expect(shadow.counts).toEqual({ totalRestarts: null, totalStateUpdates: null })
  })

  it('takes what has no order as the newest', () => {
    const shadow = shadowAfter(uncounted({ position: 0.5 }), uncounted({ position: 0.6 }))
    expect(shadow.fields.position).toBe(0.6)
  })

  it('takes presence in its order too', () => {
    const late: ShadowEvent = {
      kind: 'connection',
      endpoint: OTHER,
      order: { totalRestarts: 1, totalStateUpdates: 4 },
      connected: false,
      at: AT,
    }
    const shadow = shadowAfter(connection(true, OTHER), report(1, 5, {}, OTHER))
    expect(nextShadow(shadow, late)).toBeNull()
    const next = { ...late, order: { totalRestarts: 1, totalStateUpdates: 6 } }
    expect(nextShadow(shadow, next)?.connected).toBe(false)
  })

  it('can do what either says, and what its parts allow where one says nothing', () => {
    const reported: ShadowEvent = { kind: 'capabilities', endpoint: OTHER, capabilities: ['setLight2'] }
    const part = report(1, 1, { light1Brightness: 1 })
    expect(deviceCapabilities('light', shadowAfter(part, reported), 1)).toEqual(['setLight1', 'setLight2'])
    expect(deviceCapabilities('awning', shadowAfter(reported), null)).toEqual(['setLight2'])
    expect(nextShadow(shadowAfter(reported), reported)).toBeNull()
  })
})
