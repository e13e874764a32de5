import { DEVICE_TYPES, kindOf } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { mayMaintain } from '#features/device-model/rights.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { entriesOf, isAskable } from './setting-entries.ts'

const SHADE = ['rename', 'recalibrate', 'type', 'directions', 'switchType']

describe('what can be set', () => {
  const plain = DEVICE_TYPES.filter((type) => kindOf(type).family === 'shade' && type !== 'venetian_blind')
  it.each(plain)('of a %s', (devicetype) => {
    expect(entriesOf(deviceOf({ devicetype }))).toEqual(SHADE)
  })

  it('of a venetian blind is also how its slats turn', () => {
    const entries = entriesOf(deviceOf({ devicetype: 'venetian_blind', state: { inclination: 0 } }))
    expect(entries).toEqual([...SHADE, 'inclinationTime', 'inclinationType'])
  })

  it.each([
    ['one channel', { light1Brightness: 0 }, ['rename', 'light1Name', 'switchType']],
    [
      'two channels',
      { light1Brightness: 0, light2Brightness: 1 },
      ['rename', 'light1Name', 'light2Name', 'switchType'],
    ],
  ])('of a light with %s are their names', (_, state, entries) => {
    expect(entriesOf(deviceOf({ devicetype: 'light', state }))).toEqual(entries)
  })

  it.each([
    ['venetian_blind', { inclination: 0 }, ['rename', 'recalibrate']],
    ['light', { light1Brightness: 0 }, ['rename', 'light1Name']],
  ] as const)('of a %s of the first generation is what the home keeps', (devicetype, state, entries) => {
    const { can } = deviceOf({ devicetype, state, version: 1 })
    const device = deviceOf({ devicetype, state, can })
    expect(entriesOf(device)).toEqual(entries)
    expect(isAskable(device, 'switchType')).toBe(false)
  })

  it('is for those who maintain the device', () => {
    expect(mayMaintain(deviceOf())).toBe(true)
    expect(mayMaintain(deviceOf({ permissions: ['view', 'command'] }))).toBe(false)
  })
})

describe('an open dialog', () => {
  const blind = deviceOf({ devicetype: 'venetian_blind', state: { inclination: 0 } })
  it.each([
    ['about the slats of a blind', blind, 'inclinationTime', true],
    ['about slats that are none any more', deviceOf(), 'inclinationTime', false],
    ['that removes any device', deviceOf(), 'delete', true],
    ['of somebody who may no longer', deviceOf({ permissions: ['view'] }), 'restart', false],
  ] as const)('%s', (_, device, asked, isOpen) => expect(isAskable(device, asked)).toBe(isOpen))
})
