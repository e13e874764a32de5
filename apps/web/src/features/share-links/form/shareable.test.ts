import { capabilitiesOf, type DeviceState, type DeviceType } from '@senca/contract'
import { expect, it } from 'vitest'
import { hasChannels, hasLimits, isDivisible, offeredActions } from './shareable.ts'

const of = (devicetype: DeviceType, state: Partial<DeviceState> = {}, version = 2) => ({
  devicetype,
  can: capabilitiesOf(devicetype, state, { version }),
})

it('offers of every device what it can do, and to lock only where a link names it', () => {
  const door = of('home_door', { motorLockConnected: true, doorLightConnected: true })
  expect(offeredActions(of('awning'))).toEqual(['move', 'move_to_ventilation'])
  expect(offeredActions(of('awning', {}, 1))).toEqual(['move'])
  expect(offeredActions(of('light'))).toEqual(['light_apply'])
  expect(offeredActions(door)).toEqual(['unlock', 'light_apply'])
  expect(offeredActions(door, ['unlock', 'lock'])).toEqual(['unlock', 'lock', 'light_apply'])
  expect(offeredActions(of('home_door', { magicFoilConnected: true }))).toEqual(['magic_foil_apply'])
  expect(offeredActions(of('light', { light1Brightness: 0 }))).toEqual(['light_apply'])
})

it.each([
  ['a pergola, which has no position', of('pergola'), { limits: false, channels: false, divisible: true }],
  ['a blind', of('venetian_blind'), { limits: true, channels: false, divisible: true }],
  ['one light', of('light', { light1Brightness: 0 }), { limits: false, channels: false, divisible: false }],
  [
    'two lights',
    of('light', { light1Brightness: 0, light2Brightness: 1 }),
    { limits: false, channels: true, divisible: true },
  ],
  [
    'a door with a lock',
    of('home_door', { motorLockConnected: true }),
    { limits: false, channels: false, divisible: false },
  ],
])('of %s a part can be shared', (_name, device, { limits, channels, divisible }) => {
  expect([hasLimits(device), hasChannels(device), isDivisible(device)]).toEqual([limits, channels, divisible])
})
