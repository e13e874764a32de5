import type { Capability, DeviceCommand, DeviceType, Target } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import type { DeviceGrant } from './can.ts'
import { grantedCapabilities, isShared, mayCommand } from './granted-commands.ts'

const whole: DeviceGrant = { channels: null, actions: null, limits: null }
const move = (position?: number, inclination?: number): DeviceCommand => ({
  command: 'move',
  ...(position === undefined ? {} : { position }),
  ...(inclination === undefined ? {} : { inclination }),
})
const light = (lightType: 'door' | 'handle' | 'light_1' | 'light_2'): DeviceCommand => ({
  command: 'light_apply',
  lightType,
  brightness: 1,
})
const unlock: DeviceCommand = { command: 'unlock', lockType: 'motor' }
const lock: DeviceCommand = { command: 'lock', lockType: 'motor' }
const air: DeviceCommand = { command: 'move_to_ventilation' }
const between = (minPosition?: number, maxPosition?: number): DeviceGrant => ({
  ...whole,
  limits: {
    ...(minPosition === undefined ? {} : { minPosition }),
    ...(maxPosition === undefined ? {} : { maxPosition }),
  },
})
const second: DeviceGrant = { ...whole, channels: { light1: false, light2: true } }

describe('a link grants', () => {
  it.each<[string, DeviceGrant, DeviceCommand | { command: 'abort' }, Target | null, boolean]>([
    ['everything where nothing is said', whole, unlock, null, true],
    ['stopping always', { ...whole, actions: ['unlock'] }, { command: 'abort' }, null, true],
    ['an action that is named', { ...whole, actions: ['unlock'] }, unlock, null, true],
    ['no other action', { ...whole, actions: ['unlock'] }, lock, null, false],
    ['no ventilation with moving alone', { ...whole, actions: ['move'] }, air, { position: 0.5 }, false],
    ['a place within limits', between(0.2, 0.8), move(50), null, true],
    ['the lower limit', between(0.29), move(29), null, true],
    ['the upper limit', between(undefined, 0.57), move(57), null, true],
    ['no place below', between(0.2), move(19.9), null, false],
    ['no place above', between(undefined, 0.8), move(80.1), null, false],
    ['tilting without moving', between(0.2, 0.8), move(undefined, 100), null, true],
    ['no tilting that moves too far', between(0.2, 0.8), move(100, 50), null, false],
    ['ventilation within limits', between(0.2, 0.8), air, { position: 0.7 }, true],
    ['no ventilation beyond limits', between(0.2, 0.8), air, { position: 0.9 }, false],
    ['no ventilation where nobody knows the place', between(0.2, 0.8), air, null, false],
    ['ventilation without limits', whole, air, null, true],
    ['a channel that is named', second, light('light_2'), null, true],
    ['no other channel', second, light('light_1'), null, false],
    ['the lights of a door without channels', second, light('door'), null, true],
  ])('%s', (_name, grant, command, ventilation, isGood) => {
    expect(isShared(grant, command, ventilation)).toBe(isGood)
  })

  it('nothing of a device that it does not hold', () => {
    const guest = {
      kind: 'link' as const,
      linkId: 'l',
      ownerId: 'anna',
      pinMark: null,
      name: null,
      grants: new Map([['a', { ...whole, permissions: ['view', 'command'] as const }]]),
    }
    expect(mayCommand(guest, { id: 'a', ownerId: 'anna' }, move(1), null)).toBe(true)
    expect(mayCommand(guest, { id: 'b', ownerId: 'anna' }, { command: 'abort' }, null)).toBe(false)
    expect(mayCommand(guest, { id: 'a', ownerId: 'bor' }, { command: 'abort' }, null)).toBe(false)
  })
})

const SHADE: Capability[] = [
  'open',
  'close',
  'stop',
  'setPosition',
  'setTilt',
  'setPositionAndTilt',
  'moveToVentilation',
]
const DOOR: Capability[] = ['unlockMotor', 'unlockMagnet', 'setFoil', 'setDoorLight', 'setHandleLight']
const LIGHT: Capability[] = ['setLight1', 'setLight2', 'dimLight1', 'dimLight2']

describe('of the capabilities of a device, a link grants', () => {
  it.each<[string, DeviceGrant, DeviceType, Capability[], Capability[]]>([
    ['all', whole, 'venetian_blind', SHADE, SHADE],
    [
      'no end that is beyond its limits',
      between(0.1, 0.9),
      'venetian_blind',
      SHADE,
      ['stop', 'setPosition', 'setTilt', 'setPositionAndTilt'],
    ],
    [
      'the end that is within',
      between(0, 0.9),
      'venetian_blind',
      SHADE,
      ['open', 'stop', 'setPosition', 'setTilt', 'setPositionAndTilt'],
    ],
    [
      'ventilation alone without moving',
      { ...whole, actions: ['move_to_ventilation'] },
      'venetian_blind',
      SHADE,
      ['stop', 'moveToVentilation'],
    ],
    [
      'the lights of a door',
      { ...whole, actions: ['light_apply'] },
      'home_door',
      DOOR,
      ['setDoorLight', 'setHandleLight'],
    ],
    [
      'the locks and the foil',
      { ...whole, actions: ['unlock', 'magic_foil_apply'] },
      'home_door',
      DOOR,
      ['unlockMotor', 'unlockMagnet', 'setFoil'],
    ],
    ['one channel', second, 'light', LIGHT, ['setLight2', 'dimLight2']],
    ['nothing of what only its owner changes', whole, 'light', ['changeSettings', 'registerKey'], []],
  ])('%s', (_name, grant, type, capabilities, shared) => {
    expect(grantedCapabilities(grant, { devicetype: type, can: capabilities, ventilation: null })).toEqual(
      shared,
    )
  })

  it.each([
    [0.5, true],
    [0.95, false],
  ])('ventilation at %f within the limits: %s', (position, isShared) => {
    const device = { devicetype: 'awning', can: SHADE, ventilation: { position } } as const
    expect(grantedCapabilities(between(0.1, 0.9), device).includes('moveToVentilation')).toBe(isShared)
  })
})
