import { describe, expect, it } from 'vitest'
import {
  type Controllable,
  canClose,
  canOpen,
  canSet,
  canStop,
  canUse,
  capabilitiesOf,
  offersStop,
} from './capabilities.ts'
import type { DeviceState } from './device-state.ts'
import type { DeviceType } from './device-types.ts'

const rest: DeviceState = {
  status: 'ready',
  position: 0.4,
  inclination: null,
  assumed: false,
  reportedAt: '2026-06-01T10:00:00.000Z',
}

const device = (devicetype: DeviceType, state: Partial<DeviceState> = {}): Controllable => {
  const whole = { ...rest, ...state }
  return {
    devicetype,
    connected: whole.status !== 'offline',
    can: capabilitiesOf(devicetype, whole, { version: 2 }),
    state: whole,
  }
}

describe('capabilities', () => {
  const shade = ['open', 'close', 'stop']
  const kept = ['changeSettings', 'registerKey']
  it.each([
    ['roller_shutter', [...shade, 'setPosition'], ['moveToVentilation', ...kept]],
    [
      'venetian_blind',
      [...shade, 'setPosition', 'setTilt'],
      ['setPositionAndTilt', 'moveToVentilation', ...kept],
    ],
    ['insect_screen', [...shade, 'setPosition'], ['moveToVentilation', ...kept]],
    ['textile_screen', [...shade, 'setPosition'], ['moveToVentilation', ...kept]],
    ['awning', [...shade, 'setPosition'], ['moveToVentilation', ...kept]],
    ['falcon', [...shade, 'setPosition'], ['moveToVentilation', ...kept]],
    ['pergola', [...shade, 'setTilt'], ['moveToVentilation', ...kept]],
    ['home_door', [], kept],
    ['light', [], kept],
  ] as const)('a bare %s of the first generation can %j, of the second also %j', (type, first, added) => {
    expect(capabilitiesOf(type, {}, { version: 1 })).toEqual(first)
    expect(capabilitiesOf(type, {}, { version: 2 })).toEqual([...first, ...added])
    expect(capabilitiesOf(type, {}, { version: null })).toEqual([...first, ...added])
  })

  it('of a door follow the parts that are connected', () => {
    const parts = { magnetLockConnected: true, motorLockConnected: false, handleLightConnected: true }
    expect(capabilitiesOf('home_door', parts, { version: 1 })).toEqual(['unlockMagnet', 'setHandleLight'])
  })

  it('of a light follow its channels, also when their brightness is unknown', () => {
    expect(capabilitiesOf('light', { light1Brightness: null }, { version: 1 })).toEqual(['setLight1'])
    expect(capabilitiesOf('light', { light1Brightness: 0, light2Brightness: 1 }, { version: 1 })).toEqual([
      'setLight1',
      'setLight2',
    ])
  })

  it('are those that the endpoints report, where they do', () => {
    const part = { light1Brightness: 0 }
    expect(capabilitiesOf('light', part, { version: null, reported: [['setLight2']] })).toEqual(['setLight2'])
    expect(
      capabilitiesOf('light', part, { version: 1, reported: [null, ['setLight2', 'setLight1']] }),
    ).toEqual(['setLight1', 'setLight2'])
  })
})

describe('what is offered', () => {
  it.each([
    ['half way', device('roller_shutter'), true, true, false],
    ['confirmed open', device('roller_shutter', { position: 0 }), false, true, false],
    ['confirmed closed', device('roller_shutter', { position: 1 }), true, false, false],
    ['assumed open', device('roller_shutter', { position: 0, assumed: true }), true, true, false],
    ['of unknown position', device('roller_shutter', { position: null }), true, true, false],
    ['moving past the end', device('roller_shutter', { position: 0, status: 'closing' }), true, true, true],
    ['offline', device('roller_shutter', { status: 'offline' }), false, false, false],
    [
      'lowered with level slats',
      device('venetian_blind', { position: 1, inclination: 0 }),
      true,
      true,
      false,
    ],
    ['closed on both axes', device('venetian_blind', { position: 1, inclination: 1 }), true, false, false],
    ['a pergola turned open', device('pergola', { position: null, inclination: 0 }), false, true, false],
    ['a calibrating shade', device('awning', { status: 'calibrating' }), true, true, true],
    ['a light', device('light', { light1Brightness: 1 }), false, false, false],
  ])('%s', (_name, subject, open, close, stop) => {
    expect([canOpen(subject), canClose(subject), canStop(subject)]).toEqual([open, close, stop])
  })

  it('moves only along axes that the kind has', () => {
    expect(canSet(device('roller_shutter'), 'inclination')).toBe(false)
    expect(canSet(device('pergola'), 'position')).toBe(false)
    expect(canSet(device('pergola'), 'inclination')).toBe(true)
  })

  it('uses only parts that are there, and only while connected', () => {
    expect(canUse(device('home_door', { magicFoilConnected: true }), 'setFoil')).toBe(true)
    expect(canUse(device('home_door', { magicFoilConnected: true, status: 'offline' }), 'setFoil')).toBe(
      false,
    )
    expect(canUse(device('home_door'), 'unlockMotor')).toBe(false)
  })
})

describe('the stop key', () => {
  it.each([
    ['hardware of another maker whose place is assumed', null, { assumed: true }, true],
    ['hardware of another maker whose place nobody knows', null, { position: null }, true],
    ['hardware of another maker that reported where it stands', null, {}, false],
    ['our own hardware after a power cut', 2, { assumed: true }, false],
    ['our own hardware that moves', 2, { status: 'opening' }, true],
  ] as const)('stands beside %s: [HW41]', (_name, version, state, isOffered) => {
    expect(offersStop({ ...device('roller_shutter', state), version })).toBe(isOffered)
  })
})
