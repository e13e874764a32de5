import { describe, expect, it } from 'vitest'
import { deviceInfoSchema } from './devices/device-info.ts'
import { devicesReading } from './devices/read-devices.ts'
import { readFrame } from './realtime.ts'

const DOOR = deviceInfoSchema.parse({
  id: 'door',
  name: 'Front door',
  devicetype: 'home_door',
  connected: true,
  version: 2,
  permissions: ['view', 'command'],
  can: ['unlockMotor'],
  settings: { unlockDuration: 5 },
  favourite: null,
  ventilation: null,
  lastSeenAt: null,
  unlockBy: 'hold',
  totalRestarts: 1,
  totalStateUpdates: 7,
  state: {
    status: 'ready',
    position: null,
    inclination: null,
    assumed: false,
    reportedAt: null,
    motorLockConnected: true,
    motorLockState: 'locked',
  },
})
const updated = (device: object) => ({ subject: 'device.updated', data: { deviceId: 'door', device } })
const ACCEPTED = { subject: 'auth.accepted', data: { expiresAt: '2026-06-21T10:00:00Z' } }

describe('a frame of a newer server', () => {
  it.each<[string, object, object]>([
    [
      'an unknown status means busy',
      { state: { ...DOOR.state, status: 'dancing' } },
      { state: { status: 'busy' } },
    ],
    [
      'an unknown state of a lock means unknown',
      { state: { ...DOOR.state, motorLockState: 'ajar' } },
      { state: { motorLockState: 'unknown' } },
    ],
    ['an unknown capability is left out', { can: ['unlockMotor', 'levitate'] }, { can: ['unlockMotor'] }],
    ['an unknown permission is left out', { permissions: ['view', 'lend'] }, { permissions: ['view'] }],
    ['an unknown gesture is left out', { unlockBy: 'whistle' }, { unlockBy: undefined }],
    [
      'an unknown setting is left out',
      { settings: { unlockDuration: 5, magnetLockUnlockType: 'never' } },
      { settings: { unlockDuration: 5, magnetLockUnlockType: undefined } },
    ],
  ])('%s', (_name, changes, expected) => {
    const { messages, unreadable } = readFrame(updated({ ...DOOR, ...changes }))
    expect(messages).toMatchObject([{ data: { device: expected } }])
    expect(unreadable).toEqual([])
  })

  it('keeps the messages beside one with an unknown subject or an unreadable device', () => {
    const frame = [
      ACCEPTED,
      { subject: 'device.sang', data: {} },
      updated({ ...DOOR, devicetype: 'gate' }),
      updated(DOOR),
    ]
    const { messages, unreadable, unknown } = readFrame(frame)
    expect(messages).toEqual([ACCEPTED, updated(DOOR)])
    expect({ unreadable, unknown }).toEqual({ unreadable: ['door'], unknown: 1 })
  })

  it('updates a state with an unknown status', () => {
    const data = {
      deviceId: 'door',
      totalRestarts: 1,
      totalStateUpdates: 8,
      state: { ...DOOR.state, status: 'new' },
    }
    const { messages } = readFrame({ subject: 'device.state_update', data })
    expect(messages).toMatchObject([{ data: { state: { status: 'busy' } } }])
  })
})

it('one device of an unknown type is left out of many, and named', () => {
  const infos = { door: DOOR, gate: { ...DOOR, devicetype: 'gate' } }
  expect(devicesReading.parse(infos)).toEqual({ devices: { door: DOOR }, unreadable: ['gate'] })
})
