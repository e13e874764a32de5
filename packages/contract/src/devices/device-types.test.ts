import { describe, expect, it } from 'vitest'
import {
  AXES,
  DEVICE_KINDS,
  DEVICE_TYPE_ALIASES,
  DEVICE_TYPES,
  kindOf,
  parseDeviceType,
  SHADE_TYPE_CHOICES,
} from './device-types.ts'

describe('device type names', () => {
  it.each([
    ['roller_shutter', 'roller_shutter'],
    ['ROLETA', 'roller_shutter'],
    ['venetian_blind', 'venetian_blind'],
    ['Zaluzija', 'venetian_blind'],
    ['ŽALUZIJA', 'venetian_blind'],
    ['žaluzija'.normalize('NFD'), 'venetian_blind'],
    ['Insect_Screen', 'insect_screen'],
    ['komarnik', 'insect_screen'],
    ['textile_screen', 'textile_screen'],
    ['Screen', 'textile_screen'],
    ['awning', 'awning'],
    ['Tenda', 'awning'],
    ['FALCON', 'falcon'],
    ['pergola', 'pergola'],
    ['home_door', 'home_door'],
    [' light ', 'light'],
  ] as const)('%s is a %s', (name, type) => {
    expect(parseDeviceType(name)).toBe(type)
  })

  it.each(['', 'door', 'roller shutter', 'constructor', '__proto__', 'toString'])(
    '%o is no device type',
    (name) => {
      expect(parseDeviceType(name)).toBeNull()
    },
  )

  it('knows every alias by a kind that exists', () => {
    for (const [alias, type] of Object.entries(DEVICE_TYPE_ALIASES)) expect(parseDeviceType(alias)).toBe(type)
  })
})

describe('kinds', () => {
  it('gives every one of the nine types a kind', () => {
    expect(DEVICE_TYPES).toHaveLength(9)
    expect(Object.keys(DEVICE_KINDS).sort()).toEqual([...DEVICE_TYPES].sort())
  })

  it('gives the main axis of a kind among its axes', () => {
    for (const type of DEVICE_TYPES) {
      const { mainAxis, axes } = kindOf(type)
      if (mainAxis !== null) expect(axes).toContain(mainAxis)
      expect(AXES).toEqual(expect.arrayContaining([...axes]))
    }
  })

  it('moves a pergola by its inclination alone', () => {
    expect(kindOf('pergola').axes).toEqual(['inclination'])
  })

  it('offers six shade types in the dialog', () => {
    expect(SHADE_TYPE_CHOICES).toHaveLength(6)
  })
})
