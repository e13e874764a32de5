import type { DeviceType } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { type CapabilitiesOf, deviceCapabilities, emptyShadow, type Shadow } from '../shadow/shadow.ts'
import { canReplace, inheritedSettings } from './can-replace.ts'

const unreported = emptyShadow('abcdefgh')
const reported = (fields: Shadow['fields'] = {}): Shadow => ({
  ...unreported,
  fields,
  reportedAt: new Date(0),
})
const capabilitiesOf: CapabilitiesOf = (type, shadow) => deviceCapabilities(type, shadow, null)
const unit = (type: DeviceType, shadow = unreported) => ({ type, shadow })

describe('a controller', () => {
  it.each([
    ['roller_shutter', 'roller_shutter', true],
    ['roller_shutter', 'awning', true],
    ['roller_shutter', 'venetian_blind', true],
    ['venetian_blind', 'roller_shutter', false],
    ['venetian_blind', 'pergola', false],
    ['pergola', 'venetian_blind', true],
    ['falcon', 'falcon', true],
    ['falcon', 'roller_shutter', false],
    ['roller_shutter', 'falcon', false],
    ['home_door', 'home_door', true],
    ['home_door', 'light', false],
    ['light', 'roller_shutter', false],
  ] as const)('in the place of a %s may be a %s: %s [DV16]', (old, fresh, may) => {
    expect(canReplace(unit(old), unit(fresh), capabilitiesOf)).toBe(may)
  })

  it('has every part that the old one had, where both have reported their parts', () => {
    const two = reported({ light1Brightness: 0, light2Brightness: 0 })
    const one = reported({ light1Brightness: 0 })
    expect(canReplace(unit('light', two), unit('light', one), capabilitiesOf)).toBe(false)
    expect(canReplace(unit('light', one), unit('light', two), capabilitiesOf)).toBe(true)
    expect(canReplace(unit('light', two), unit('light'), capabilitiesOf)).toBe(true)
  })

  it('of the first generation does not take the place of one of the second [DV16]', () => {
    const [first, second] = [reported(), reported()]
    const generations: CapabilitiesOf = (type, shadow) =>
      deviceCapabilities(type, shadow, shadow === first ? 1 : 2)
    expect(canReplace(unit('awning', second), unit('awning', first), generations)).toBe(false)
    expect(canReplace(unit('awning', first), unit('awning', second), generations)).toBe(true)
  })
})

describe('what it starts with', () => {
  it('is what the old one was set to, names beside what its hardware takes, and the kind it was treated as', () => {
    const known = {
      type: 'awning',
      kept: { motorInverted: false, light1Name: 'North', devicetype: 'awning' },
      reported: { motorInverted: true, switchType: 'push_button' },
    } as const
    expect(inheritedSettings(known, 'roller_shutter')).toEqual({
      settings: {
        motorInverted: true,
        switchType: 'push_button',
        light1Name: 'North',
        devicetype: 'awning',
      },
      forHardware: { motorInverted: true, switchType: 'push_button', devicetype: 'awning' },
    })
  })
})
