import { describe, expect, it } from 'vitest'
import {
  claimRequestSchema,
  deviceDeleteQuerySchema,
  deviceInfoQuerySchema,
  moveRequestSchema,
  provisionRequestSchema,
  settingsRequestSchema,
} from './device-calls.ts'
import {
  applicableSettings,
  deviceSettingsSchema,
  settingsOf,
  settingsOfEntities,
} from './device-settings.ts'
import { DEVICE_TYPES, type DeviceType } from './device-types.ts'

describe('settings', () => {
  it.each([
    [{ inclinationTime: 100 }, true],
    [{ inclinationTime: 99 }, false],
    [{ inclinationTime: 10_001 }, false],
    [{ inclinationTime: 150.5 }, false],
    [{ inclinationType: 'full_180' }, true],
    [{ switchType: 'push_button' }, true],
    [{ switchType: 'rocker' }, false],
    [{ safePlaces: { wind: 0.2, rain: null } }, true],
    [{ safePlaces: { wind: 1.2 } }, false],
    [{ safePlaces: { dust: 0 } }, false],
    [{ unlockDuration: 60 }, true],
    [{ unlockDuration: 61 }, false],
    [{ magnetLockUnlockType: 'until_opened' }, true],
  ])('%j: %s', (settings, allowed) => expect(deviceSettingsSchema.safeParse(settings).success).toBe(allowed))
})

describe('requests', () => {
  it('reads one token or many', () => {
    expect(deviceInfoQuerySchema.parse({ devicetoken: 'a' })).toEqual({ devicetoken: ['a'] })
    expect(deviceInfoQuerySchema.parse({ devicetoken: ['a', 'b'] })).toEqual({ devicetoken: ['a', 'b'] })
  })

  it('takes a hundred tokens and not one more', () => {
    const tokens = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`)
    expect(deviceInfoQuerySchema.safeParse({ devicetoken: tokens(100) }).success).toBe(true)
    expect(deviceInfoQuerySchema.safeParse({ devicetoken: tokens(101) }).success).toBe(false)
  })

  it('leaves the fields of a command to be read one by one', () => {
    const request = { commands: [{ token: 'a', command: 'move', position: 'x' }], wait: true }
    expect(moveRequestSchema.parse(request)).toEqual(request)
    expect(moveRequestSchema.safeParse({ commands: [{ command: 'move' }] }).success).toBe(false)
    expect(moveRequestSchema.safeParse({ commands: [], urgent: true }).success).toBe(false)
    expect(moveRequestSchema.safeParse({ commands: [null] }).success).toBe(false)
  })

  it.each(['true', 'false', '1', '0'])('reads the force flag from %s', (force) => {
    expect(deviceDeleteQuerySchema.safeParse({ devicetoken: 'a', force }).success).toBe(true)
    expect(deviceDeleteQuerySchema.safeParse({ devicetoken: 'a', force: 'yes' }).success).toBe(false)
  })

  it('provisions a kind under any of its names', () => {
    expect(provisionRequestSchema.parse({ type: 'Roleta', count: 2 })).toEqual({
      type: 'roller_shutter',
      count: 2,
    })
    expect(provisionRequestSchema.safeParse({ type: 'toaster', count: 1 }).success).toBe(false)
    expect(provisionRequestSchema.safeParse({ type: 'light', count: 0 }).success).toBe(false)
  })

  it.each(['Awning', 'TENDA', ' tenda '])('sets a kind called %o', (devicetype) => {
    const request = settingsRequestSchema.parse({ token: 'a', settings: { devicetype } })
    expect(request.settings).toEqual({ devicetype: 'awning' })
  })

  it.each([{ devicetype: 'toaster' }, { devicetype: null }, { colour: 'red' }])(
    'refuses to set %j',
    (settings) => {
      expect(settingsRequestSchema.safeParse({ token: 'a', settings }).success).toBe(false)
    },
  )

  it('claims with a code and a name', () => {
    expect(claimRequestSchema.safeParse({ claimCode: 'ABCD', name: '' }).success).toBe(false)
    expect(claimRequestSchema.safeParse({ claimCode: 'ABCD', name: 'Door' }).success).toBe(true)
  })
})

describe('the settings of a kind', () => {
  const shade = 'devicetype motorInverted switchInverted switchType safePlaces'
  it.each<[DeviceType, string]>([
    ['roller_shutter', shade],
    ['venetian_blind', `${shade} inclinationTime inclinationType`],
    ['insect_screen', shade],
    ['textile_screen', shade],
    ['awning', shade],
    ['falcon', shade],
    ['pergola', shade],
    ['home_door', 'unlockDuration magnetLockUnlockType'],
    ['light', 'switchInverted switchType light1Name light2Name'],
  ])('of %s are %s', (type, names) => expect(settingsOf(type).join(' ')).toBe(names))

  it('each belong to a kind', () => {
    const all = DEVICE_TYPES.flatMap((type) => [...settingsOf(type), ...settingsOfEntities(type)])
    expect([...new Set(all)].toSorted()).toEqual(Object.keys(deviceSettingsSchema.shape).toSorted())
  })

  it('leave out what has no meaning for it', () => {
    const settings = { inclinationTime: 900, motorInverted: true, light1Name: 'Hall' }
    expect(applicableSettings(settings, 'awning')).toEqual({ motorInverted: true })
    expect(applicableSettings(settings, 'venetian_blind')).toEqual({
      inclinationTime: 900,
      motorInverted: true,
    })
  })
})
