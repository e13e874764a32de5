import type { DeviceState, DeviceType } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import type { AnnouncedDevice } from './announced-device.ts'
import { deviceStates } from './states.ts'

const STATE: DeviceState = {
  status: 'ready',
  position: null,
  inclination: null,
  assumed: false,
  reportedAt: null,
}
const statesOf = (
  type: DeviceType,
  state: Partial<DeviceState>,
  more: Partial<AnnouncedDevice> = {},
): Record<string, string> =>
  Object.fromEntries(
    deviceStates(
      {
        key: 'k',
        name: 'Kitchen',
        type,
        room: null,
        connected: true,
        can: ['open', 'close', 'stop', 'setPosition', 'setTilt', 'dimLight1'],
        isCommanded: true,
        unlock: 'off',
        lightNames: {},
        safety: null,
        fault: null,
        tolerance: 0.02,
        ...more,
        state: { ...STATE, ...state },
      },
      'en',
    ),
  )

describe('[BR35] states', () => {
  it.each([
    ['open', { position: 0 }, '100', 'open'],
    ['closed', { position: 1 }, '0', 'closed'],
    ['in between', { position: 0.42 }, '58', 'open'],
    ['near an end at rest', { position: 0.985 }, '0', 'closed'],
    ['near an end in motion', { position: 0.985, status: 'closing' as const }, '1', 'closing'],
    ['at the other end', { position: 0.015 }, '100', 'open'],
    ['unknown', {}, '', 'None'],
    ['opening', { position: 0.5, status: 'opening' as const }, '50', 'opening'],
    [
      'moving to a target',
      { position: 0.5, status: 'moving' as const, target: { position: 0.8 } },
      '50',
      'closing',
    ],
    ['busy', { position: 0.5, status: 'calibrating' as const }, '50', 'open'],
  ])('a shade is %s', (_name, state, position, word) => {
    expect(statesOf('roller_shutter', state)).toMatchObject({ position, state: word })
  })

  it('says the position before the state, and the slats between them', () => {
    const order = Object.keys(statesOf('venetian_blind', { position: 1, inclination: 0.25 }))
    expect(order.slice(0, 3)).toEqual(['position', 'tilt', 'state'])
    expect(statesOf('venetian_blind', { position: 1, inclination: 0.25 }).tilt).toBe('75')
  })

  it('[BR23] a pergola has its louvres as position', () => {
    expect(statesOf('pergola', { inclination: 0.4 })).toMatchObject({ position: '60', state: 'open' })
  })

  it('third-party shades are at an end within their wider tolerance', () => {
    expect(statesOf('roller_shutter', { position: 0.96 }, { tolerance: 0.05 }).state).toBe('closed')
    expect(statesOf('roller_shutter', { position: 0.96 }).state).toBe('open')
  })

  const door = { motorLockConnected: true } as const
  it.each([
    ['locked', 'LOCKED', 'LOCKED'],
    ['unlocked', 'UNLOCKED', 'UNLOCKED'],
    ['locking', 'LOCKING', 'None'],
    ['unlocking', 'UNLOCKING', 'None'],
    ['jammed', 'JAMMED', 'None'],
    ['unknown', 'None', 'None'],
  ] as const)('a lock that is %s', (motorLockState, ofLock, ofSensor) => {
    const state = { ...door, motorLockState }
    expect(statesOf('home_door', state, { unlock: 'ask' }).lock).toBe(ofLock)
    expect(statesOf('home_door', state).lock).toBe(ofSensor)
    expect(statesOf('home_door', state, { unlock: 'ask', isCommanded: false }).lock).toBe(ofSensor)
  })

  it.each([
    [{ battery: 18, batteryLow: true }, { battery: '18' }],
    [{ battery: 0, batteryLow: true }, { battery: '0' }],
    [{ batteryLow: true }, { batteryLow: 'ON' }],
    [{ batteryLow: false }, { batteryLow: 'OFF' }],
    [{}, {}],
  ])('a battery of %j has %j', (state, expected) => {
    const states = Object.entries(statesOf('roller_shutter', state))
    expect(Object.fromEntries(states.filter(([topic]) => topic.startsWith('battery')))).toEqual(expected)
  })

  it('a contact, glass and lights', () => {
    const state = {
      magneticSensorConnected: true,
      magneticSensorOpen: true,
      magicFoilConnected: true,
      magicFoilOpacity: 0,
      doorLightConnected: true,
      doorLightBrightness: 0.37,
      handleLightConnected: true,
      handleLightBrightness: null,
    }
    expect(statesOf('home_door', state)).toMatchObject({
      contact: 'ON',
      foil: 'ON',
      doorLight: '{"state":"ON","brightness":37}',
      handleLight: '{"state":null}',
    })
    expect(statesOf('home_door', { ...state, magicFoilOpacity: 1, magneticSensorOpen: null })).toMatchObject({
      contact: 'None',
      foil: 'OFF',
    })
    expect(statesOf('light', { light1Brightness: 0, light2Brightness: 1 })).toMatchObject({
      light1: '{"state":"OFF"}',
      light2: 'ON',
    })
  })

  it('[BR62] why a shade is held, what went wrong, and whether it is there', () => {
    const safety = {
      scenarioId: 'secret',
      reason: { measurement: 'wind_gust', value: 15, unit: 'm/s', threshold: 10.6, condition: 'gt' as const },
      since: '2026-06-21T10:00:00.000Z',
      until: null,
      isSensorSilent: false,
    }
    const fault = { detail: 'jammed' as const, since: '2026-06-21T10:00:00.000Z' }
    const states = statesOf('awning', { position: 0 }, { safety, fault, connected: false })
    expect(states).toMatchObject({ hold: 'ON', fault: 'ON', connection: 'OFF', availability: 'offline' })
    expect(JSON.parse(states['hold/attributes'] ?? '')).toEqual({
      reason: 'wind_gust',
      value: 15,
      unit: 'm/s',
      threshold: 10.6,
      since: '2026-06-21T10:00:00.000Z',
      until: null,
      is_sensor_silent: false,
      text: expect.stringContaining('54'),
    })
    expect(JSON.parse(states['fault/attributes'] ?? '')).toEqual(fault)
    expect(statesOf('awning', { position: 0 })).toMatchObject({
      hold: 'OFF',
      'hold/attributes': '{}',
      fault: 'OFF',
      'fault/attributes': '{}',
      connection: 'ON',
      availability: 'online',
    })
  })
})
