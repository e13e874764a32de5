import { describe, expect, it } from 'vitest'
import { foundDevices, oneTapOf, typesOf } from './found-devices.ts'
import { AWNING, CHILD_LOCK, CONTACT, entityOf, LOCK } from './testing/entities.ts'

const devicesOf = (...entities: Parameters<typeof foundDevices>[0]) => foundDevices(entities, 'en')
const idsOf = (entities: readonly { id: string }[]) => entities.map(({ id }) => id)

describe('[HW46] found hardware', () => {
  it('is grouped by physical device, ordered by name, and settings and diagnostics are folded', () => {
    const [door, kitchen] = devicesOf(entityOf(), LOCK, CONTACT, CHILD_LOCK)
    expect(door).toMatchObject({ name: 'Front door', facts: ['Yale Linus', 'Zigbee2MQTT'] })
    expect(idsOf(door?.entities ?? [])).toEqual(['lock', 'contact'])
    expect(idsOf(door?.folded ?? [])).toEqual(['child-lock'])
    expect(kitchen).toMatchObject({ name: 'Kitchen', isAvailable: true })
  })

  it('without a device stands for itself', () => {
    const lamp = (id: string) => entityOf({ id, device: null, name: id, origin: null })
    expect(devicesOf(lamp('b'), lamp('a')).map(({ name }) => name)).toEqual(['a', 'b'])
  })

  it('that is in a device is left out', () => {
    expect(devicesOf(entityOf({ token: 't', part: 'cover' }))).toEqual([])
  })

  it('[HW30] that is announced twice shows what its own protocol says, and folds the other', () => {
    const native = entityOf({ id: 'native', source: 'tasmota', suggested: true })
    const [device] = devicesOf(entityOf(), native)
    expect(idsOf(device?.entities ?? [])).toEqual(['native'])
    expect(idsOf(device?.folded ?? [])).toEqual(['kitchen'])
  })

  it('can become the types of all that it announced', () => {
    const [device] = devicesOf(entityOf(), entityOf({ id: 'lamp', kind: 'light', types: ['light'] }))
    expect(device && typesOf(device)).toContain('light')
    expect(device && typesOf(device)).toContain('roller_shutter')
  })
})

describe('[HW26] one tap', () => {
  const tapOf = (entities: Parameters<typeof foundDevices>[0], taken: string[] = []) => {
    const [device] = devicesOf(...entities)
    return device && oneTapOf(device, taken)
  }

  it('adds a single cover with a clear type and a free name', () => {
    expect(tapOf([entityOf()])).toEqual({ id: 'kitchen', devicetype: 'textile_screen', name: 'Kitchen' })
  })

  it.each([
    ['whose name is in use, whatever its case', [entityOf()], ['KITCHEN']],
    ['without a suggested name', [entityOf({ suggestedName: null })], []],
    ['whose type the person must choose', [entityOf({ suggestedType: null })], []],
    ['that is an awning, whose direction nobody knows', [AWNING], []],
    ['that is a lock', [LOCK], []],
    ['that has two covers', [entityOf(), entityOf({ id: 'second' })], []],
    ['that is not supported', [entityOf({ types: [] })], []],
  ])('does not add a device %s', (_, entities, taken) => {
    expect(tapOf(entities, taken)).toBeNull()
  })
})
