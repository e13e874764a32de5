import { describe, expect, it } from 'vitest'
import { laterPresence, nextPresence, type Presence, type ReportedPresence } from './presence.ts'
import { emptyShadow, heldOf, nextShadow, type Shadow, type ShadowEvent } from './shadow.ts'

const AT = 1_000_000
const LONG_AGO = AT - 60_000
const here = (number: number, statusAt = LONG_AGO): Presence => ({
  connected: true,
  statusAt,
  session: { number, since: statusAt },
})
const gone = (number: number, statusAt = LONG_AGO): Presence => ({
  ...here(number, statusAt),
  connected: false,
})
const comes = (session: number, rest: Partial<ReportedPresence> = {}): ReportedPresence => ({
  connected: true,
  at: AT,
  session,
  ...rest,
})
const goes = (session: number, rest: Partial<ReportedPresence> = {}): ReportedPresence => ({
  ...comes(session, rest),
  connected: false,
})
const uncounted = (connected: boolean, rest: Partial<ReportedPresence> = {}): ReportedPresence => ({
  connected,
  at: AT,
  ...rest,
})

describe('a report of a connection', () => {
  it.each<[string, Presence, ReportedPresence, boolean | null]>([
    ['a first status', { connected: false }, comes(1), true],
    ['the status of a new connection', here(1), comes(2), true],
    ['the will of the connection', here(2), goes(2), false],
    ['the will of the connection before', here(2), goes(1), null],
    ['a status that is read after the will of its connection', gone(2, AT - 500), comes(2), null],
    ['a lower number that is a neighbour in time', here(9, AT - 500), comes(1), null],
    ['a lower number long after', here(9), comes(1), true],
    ['what is retained, whatever was reported long before', gone(9), comes(1, { keptSince: AT }), true],
    ['what is kept, of a device that does not count', gone(9), uncounted(true, { keptSince: AT }), true],
    [
      'a status that was retained before the will was received',
      gone(2, AT),
      comes(2, { keptSince: AT }),
      null,
    ],
    ['a will that was kept and is later', here(2, AT), goes(2, { keptSince: AT }), false],
    [
      'an uncounted status that was kept and may be older',
      here(2, AT),
      uncounted(false, { keptSince: AT }),
      null,
    ],
    ['an end that a broker reports', here(2), uncounted(false, { endedAt: AT }), false],
    [
      'one that it reports when the device is back',
      here(2, AT - 500),
      uncounted(false, { endedAt: AT }),
      null,
    ],
  ])('%s', (_name, known, reported, connected) => {
    expect(nextPresence(known, reported)?.connected ?? null).toBe(connected)
  })
})

describe('of what two instances know, later is', () => {
  it.each<[string, Presence, Presence]>([
    ['the higher number', here(1, AT), here(2, AT - 500)],
    ['the will of a connection that has begun', here(2, AT), gone(2, AT - 500)],
    ['what follows the last will by long, where numbers stay the same', gone(2), here(2, AT)],
    ['a lower number long after: the count was lost', here(9), here(1, AT)],
    [
      'the newer one where nothing is counted',
      { connected: true, statusAt: 1 },
      { connected: false, statusAt: 2 },
    ],
    ['what was received, before what was read', { connected: false }, { connected: true, statusAt: 2 }],
  ])('%s', (_name, earlier, later) => {
    expect(laterPresence(earlier, later)).toMatchObject(later)
    expect(laterPresence(later, earlier)).toMatchObject(later)
  })
})

describe('of a device that connects for the first time, one instance reads the status and the other the state:', () => {
  const shadowAfter = (...events: ShadowEvent[]): Shadow =>
    events.reduce<Shadow>((shadow, event) => nextShadow(shadow, event) ?? shadow, emptyShadow('abcdefgh'))
  const status = (at: number): ShadowEvent => ({
    kind: 'connection',
    endpoint: 'main',
    connected: true,
    at,
    session: 1,
  })
  const state = (at: number): ShadowEvent => ({
    kind: 'report',
    endpoint: 'main',
    order: { totalRestarts: 1, totalStateUpdates: 1 },
    state: { status: 'ready', position: 0.5 },
    at,
  })

  it.each([
    ['first', AT, AT + 1],
    ['last', AT + 1, AT],
  ])(
    'whatever they publish to each other, both know both, the status being read %s',
    (_name, statusAt, stateAt) => {
      for (const [own, notified] of [
        [status(statusAt), state(stateAt)],
        [state(stateAt), status(statusAt)],
      ] as const) {
        const known = shadowAfter(own, { kind: 'held', shadow: heldOf(shadowAfter(notified)) })
        expect(known.connected).toBe(true)
      }
    },
  )

  it('an instance that has read the state last takes it from the one that has read the status', () => {
    const known = shadowAfter(status(AT), { kind: 'held', shadow: heldOf(shadowAfter(state(AT + 1))) })
    expect(known).toMatchObject({ connected: true, fields: { position: 0.5 } })
    expect(known.endpoints.main).toMatchObject({ session: { number: 1 }, counts: { totalStateUpdates: 1 } })
  })
})
