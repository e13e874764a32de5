// @vitest-environment happy-dom
import { DEVICE_TYPES, type DeviceInfo, kindOf } from '@senca/contract'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { controllerRows, hardwareRows } from './hardware-settings.tsx'

const t = await createInstance().init({ lng: 'cimode' })
const keysOf = (device: DeviceInfo) => hardwareRows({ device, t }).map(({ key }) => key)

const SHADE = ['recalibrate', 'type', 'directions', 'switchType']

describe('what can be set of the hardware [SN18]', () => {
  const plain = DEVICE_TYPES.filter((type) => kindOf(type).family === 'shade' && type !== 'venetian_blind')
  it.each(plain)('of a %s', (devicetype) => {
    expect(keysOf(deviceOf({ devicetype }))).toEqual(SHADE)
  })

  it('of a venetian blind is also how its slats turn', () => {
    const blind = deviceOf({ devicetype: 'venetian_blind', state: { inclination: 0 } })
    expect(keysOf(blind)).toEqual([...SHADE, 'inclinationTime', 'inclinationType'])
  })

  it.each([
    ['light', { light1Brightness: 0 }, ['switchType']],
    ['home_door', {}, []],
  ] as const)('of a %s', (devicetype, state, keys) => {
    expect(keysOf(deviceOf({ devicetype, state }))).toEqual(keys)
  })

  it.each([
    ['venetian_blind', { inclination: 0 }, ['recalibrate']],
    ['light', { light1Brightness: 0 }, []],
  ] as const)('of a %s of the first generation is nothing that it stores', (devicetype, state, keys) => {
    const { can } = deviceOf({ devicetype, state, version: 1 })
    expect(keysOf(deviceOf({ devicetype, state, can }))).toEqual(keys)
  })

  it('is for those who maintain the device', () => {
    expect(keysOf(deviceOf({ permissions: ['view', 'command'] }))).toEqual([])
  })
})

describe('the rows of the controller', () => {
  const keys = (device: DeviceInfo) => controllerRows({ device, t }).map(({ key }) => key)
  const door = { devicetype: 'home_door' as const, can: [] }
  it.each([
    ['the owner of a shade', deviceOf({ can: [] }), ['health', 'upgrade', 'replace', 'restart']],
    ['who maintains a shade', deviceOf({ can: [], owner: 'ana' }), ['health', 'upgrade', 'restart']],
    ['the owner of a door', deviceOf(door), ['health', 'upgrade', 'replace', 'restart']],
    ['who maintains a door', deviceOf({ ...door, owner: 'ana' }), ['health']],
    ['who may only view', deviceOf({ owner: 'ana', permissions: ['view'] }), []],
  ])('for %s', (_, device, expected) => expect(keys(device)).toEqual(expected))
})
