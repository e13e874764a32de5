import { type DeviceType, facadePlaceSchema, LIMITS } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { freePlace, proposedFacade } from './proposal.ts'

const many = (count: number, devicetype: DeviceType = 'roller_shutter', name = 'window') =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}-${index}`, devicetype }))
const room = (name: string, devices: string[]) => ({ id: name, name, devices })

const overlaps = (one: Place, other: Place) =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h
type Place = ReturnType<typeof proposedFacade>[number]

describe('the first arrangement of a façade', () => {
  it.each([1, 2, 3, 5, 8, 13, 21, 34, 60, 120, 499])(
    'has a place for each of %i windows, none over another',
    (count) => {
      const facade = proposedFacade(many(count), [])
      expect(new Set(facade.map(({ device }) => device)).size).toBe(count)
      for (const [index, place] of facade.entries()) {
        expect(facadePlaceSchema.parse(place)).toEqual(place)
        expect(
          Math.min(place.x, place.y, 1 - place.x - place.w, 1 - place.y - place.h),
        ).toBeGreaterThanOrEqual(-1e-9)
        expect(facade.slice(index + 1).filter((other) => overlaps(place, other))).toEqual([])
      }
    },
  )

  it('is symmetrical on each floor', () => {
    const facade = proposedFacade(many(11), [])
    const levels = [...new Set(facade.map(({ y }) => y))]
    expect(levels).toHaveLength(2)
    const rows = levels.map((level) => facade.filter(({ y }) => y === level))
    for (const row of rows) {
      const middles = row.map(({ x, w }) => x + w / 2).sort((one, other) => one - other)
      for (const [index, middle] of middles.entries())
        expect(middle + (middles.at(-1 - index) ?? 0)).toBeCloseTo(1, 2)
    }
  })

  it('has doors and pergolas on the ground, and no lights', () => {
    const devices = [
      ...many(9),
      ...many(2, 'home_door', 'door'),
      ...many(1, 'pergola', 'pergola'),
      ...many(3, 'light', 'light'),
    ]
    const facade = proposedFacade(devices, [])
    expect(facade).toHaveLength(12)
    for (const place of facade)
      expect(place.device.startsWith('window')).toBe(Math.abs(place.y + place.h - 1) > 0.001)
  })

  it('goes room after room from the ground up, those without a room last', () => {
    const devices = many(12)
    const ids = devices.map(({ id }) => id)
    const rooms = [room('Kitchen', [ids[11] ?? '', ids[10] ?? '']), room('Bath', [ids[3] ?? ''])]
    const facade = proposedFacade(devices, rooms)
    expect(facade.slice(0, 3).map(({ device }) => device)).toEqual([ids[11], ids[10], ids[3]])
    expect(facade[0]?.y).toBeGreaterThan(facade.at(-1)?.y ?? 1)
  })

  it('ends at the most devices that an account can place', () => {
    expect(proposedFacade(many(LIMITS.FACADE_DEVICES + 20), [])).toHaveLength(LIMITS.FACADE_DEVICES)
    expect(proposedFacade([], [])).toEqual([])
  })
})

describe('a device from the tray', () => {
  it('is put where nothing stands, as large as the others; a door on the ground', () => {
    const facade = [{ device: 'a', x: 0.02, y: 0.3, w: 0.1, h: 0.4 }]
    const place = freePlace({ id: 'b', devicetype: 'awning' }, facade)
    expect(place).toMatchObject({ device: 'b', w: 0.1, h: 0.4 })
    expect(overlaps(place, facade[0] ?? place)).toBe(false)
    expect(freePlace({ id: 'd', devicetype: 'home_door' }, facade)).toMatchObject({ y: 0.6 })
  })
})
