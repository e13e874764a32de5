import { expect, it } from 'vitest'
import type { ReportedState } from '#drivers/driver.ts'
import { emptyShadow, nextShadow, type ShadowEvent } from '#features/devices/shadow/shadow.ts'
import { eventsOfChange } from './device-changes.ts'

const ENDPOINT = 'senca/abcdefgh'
const connection = (connected: boolean): ShadowEvent => ({
  kind: 'connection',
  endpoint: ENDPOINT,
  connected,
  at: 1,
})
const report = (state: ReportedState, at = 2): ShadowEvent => ({
  kind: 'report',
  endpoint: ENDPOINT,
  state,
  at,
})

/** The events of the last of these changes. */
const eventsAfter = (...events: ShadowEvent[]) => {
  let before = emptyShadow('abcdefgh')
  let shadow = before
  for (const event of events) {
    before = shadow
    shadow = nextShadow(shadow, event) ?? shadow
  }
  const event = events.at(-1)
  return event === undefined ? [] : eventsOfChange({ before, shadow, event })
}

const STANDING: ReportedState = { status: 'ready', position: 0.2, inclination: null }
const MOVING: ReportedState = { ...STANDING, status: 'closing' }
const DOOR: ReportedState = {
  status: 'ready',
  magneticSensorConnected: true,
  magneticSensorOpen: false,
  motorLockConnected: true,
  motorLockState: 'locked',
  motorLockLocked: true,
}

it.each<[string, ShadowEvent[], string[]]>([
  ['the first connection', [connection(true)], ['device.connection']],
  ['the end of a connection', [connection(true), connection(false)], ['device.connection']],
  ['the first report', [connection(true), report(STANDING)], ['device.state']],
  ['a report that says the same', [connection(true), report(STANDING), report(STANDING, 3)], []],
  ['the start of a movement', [connection(true), report(STANDING), report(MOVING)], ['device.state']],
  [
    'a position on the way',
    [connection(true), report(STANDING), report(MOVING), report({ ...MOVING, position: 0.4 })],
    [],
  ],
  [
    'the end of a movement',
    [connection(true), report(MOVING), report({ ...STANDING, position: 0.9 })],
    ['device.state'],
  ],
  [
    'a position that changed at rest',
    [connection(true), report(STANDING), report({ ...STANDING, position: 0.3 })],
    ['device.state'],
  ],
  [
    'a door that opens',
    [connection(true), report(DOOR), report({ ...DOOR, magneticSensorOpen: true })],
    ['device.state', 'door.opened'],
  ],
  [
    'a door that closes',
    [connection(true), report({ ...DOOR, magneticSensorOpen: true }), report(DOOR)],
    ['device.state', 'door.closed'],
  ],
  ['a door of which nothing was known', [connection(true), report(DOOR)], ['device.state']],
  [
    'a lock that unlocks',
    [connection(true), report(DOOR), report({ ...DOOR, motorLockState: 'unlocked', motorLockLocked: false })],
    ['device.state', 'lock.changed'],
  ],
  [
    'a lock on its way',
    [connection(true), report(DOOR), report({ ...DOOR, motorLockState: 'unlocking' })],
    ['device.state'],
  ],
  [
    'a lock that jams',
    [connection(true), report(DOOR), report({ ...DOOR, motorLockState: 'jammed' })],
    ['device.state', 'lock.changed'],
  ],
  ['a device that is claimed', [connection(true), { kind: 'claimed', isHandedOver: true }], []],
])('%s', (_name, events, concerned) => {
  expect(eventsAfter(...events)).toEqual(concerned)
})
