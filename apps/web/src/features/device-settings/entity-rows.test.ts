// @vitest-environment happy-dom
import type { DeviceInfo } from '@senca/contract'
import type { DeviceHardware, EntityPart } from '@senca/contract/discovery'
import { createInstance } from 'i18next'
import { describe, expect, it, vi } from 'vitest'
import { devicesApi } from '#features/device-model/devices.ts'
import { isOfOtherMaker } from '#features/device-model/other-makers.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { entityRows } from './entity-rows.tsx'
import { controllerRows } from './hardware-settings.tsx'

const t = await createInstance().init({ lng: 'cimode' })
const hardwareOf = (source: DeviceHardware['source'], ...parts: EntityPart[]): DeviceHardware => ({
  source,
  manufacturer: 'IKEA',
  model: null,
  sw: null,
  entities: parts.map((part) => ({ id: part, part, available: true, announced: true })),
})
const shade = (changes: Partial<DeviceInfo> = {}) =>
  deviceOf({
    version: null,
    can: ['open', 'close', 'stop', 'setPosition', 'changeSettings'],
    hardware: hardwareOf('home-assistant', 'cover'),
    ...changes,
  })
const keys = (device: DeviceInfo) => entityRows({ device, t }).map(({ key }) => key)

describe('[HW28] what can be set of hardware of other makers', () => {
  it.each([
    ['a roller shutter', shade(), ['type', 'motorInverted', 'travelTime']],
    [
      'a venetian blind',
      shade({ devicetype: 'venetian_blind' }),
      ['type', 'motorInverted', 'inclinationInverted', 'inclinationType', 'travelTime'],
    ],
    ['a pergola', shade({ devicetype: 'pergola' }), ['type', 'inclinationInverted', 'travelTime']],
    [
      'a Shelly',
      shade({ hardware: hardwareOf('shelly', 'cover') }),
      ['recalibrate', 'type', 'motorInverted', 'travelTime'],
    ],
    [
      'a door with a lock and foil',
      shade({
        devicetype: 'home_door',
        can: ['unlockMotor', 'setFoil', 'changeSettings'],
        hardware: hardwareOf('home-assistant', 'lock', 'foil'),
      }),
      ['foil', 'lockCode'],
    ],
    ['a shade for who may only view', shade({ permissions: ['view'] }), []],
  ])('of %s', (_, device, expected) => expect(keys(device)).toEqual(expected))

  it.each([
    ['home-assistant', ['replace']],
    ['tasmota', ['replace', 'restart']],
    ['shelly', ['replace', 'restart']],
  ] as const)('of a controller only its replacement and what %s can do', (source, expected) => {
    const device = shade({ hardware: hardwareOf(source, 'cover') })
    expect(controllerRows({ device, t }).map(({ key }) => key)).toEqual(expected)
  })

  it('[HW25] who makes it an awning says what its open means', async () => {
    const change = vi.spyOn(devicesApi, 'changeSettings').mockResolvedValue(shade())
    const device = shade()
    const row = entityRows({ device, t }).find(({ key }) => key === 'type')
    if (row?.kind !== 'choice') throw new Error('there is no choice of the type')
    for (const option of row.options.filter(({ value }) => value.startsWith('awning'))) await option.send()
    expect(change.mock.calls.map(([, settings]) => settings)).toEqual([
      { devicetype: 'awning', motorInverted: true },
      { devicetype: 'awning', motorInverted: false },
    ])
  })
})

describe('a device', () => {
  it.each([
    ['with its hardware, for the owner', shade(), true],
    ['without it, for others', shade({ hardware: undefined }), true],
    ['with a controller', deviceOf(), false],
    ['with a controller of the first generation', deviceOf({ version: 1 }), false],
    ['with a controller that never connected', deviceOf({ version: null }), false],
  ])('%s', (_, device, expected) => expect(isOfOtherMaker(device)).toBe(expected))
})
