import { describe, expect, test } from 'vitest'
import { apertures, doorApertures } from './apertures.ts'
import { castLight, NO_BARS, type Projection, WINDOW_BARS } from './patch-field.ts'

const SIZE = { width: 100, height: 100, scale: 1 }

const straight = (penumbra: number): Projection => ({
  width: 100,
  height: 100,
  column: (x) => ({ u: x / 100, head: 0, penumbra, strength: 1 }),
})

const cast = (list: ReturnType<typeof apertures>, penumbra = 0.5, bars = NO_BARS) => {
  const field = new Uint8ClampedArray(SIZE.width * SIZE.height * 4)
  castLight(field, SIZE, straight(penumbra), { apertures: list, bars, strength: 1 })
  return (x: number, y: number) => field[(y * SIZE.width + x) * 4 + 3] ?? 0
}

describe('the light on the wall', () => {
  test('an open window lights the whole patch', () => {
    expect(cast(apertures('roller_shutter', 0))(50, 50)).toBe(255)
  })

  test('a half closed shutter keeps the upper half dark and the lower half bright', () => {
    const light = cast(apertures('insect_screen', 0.5))
    expect(light(50, 20)).toBeCloseTo(0.68 * 255, -1)
    expect(light(50, 80)).toBe(255)
  })

  test('a closed shutter leaves the wall dark', () => {
    expect(cast(apertures('roller_shutter', 1))(50, 50)).toBe(0)
  })

  test('a wide penumbra softens an edge that a narrow one keeps sharp', () => {
    const list = apertures('textile_screen', 0.5).filter((each) => !each.soft)
    const narrow = cast(list, 0.5)
    const wide = cast(list, 12)
    expect(narrow(50, 44)).toBe(0)
    expect(wide(50, 44)).toBeGreaterThan(20)
    expect(wide(50, 50)).toBeGreaterThan(100)
    expect(wide(50, 50)).toBeLessThan(160)
  })

  test('softening neither adds light nor takes it away', () => {
    const list = apertures('falcon', 1)
    const sum = (penumbra: number) => {
      const light = cast(list, penumbra)
      let total = 0
      for (let y = 0; y < 100; y++) for (let x = 0; x < 100; x++) total += light(x, y)
      return total
    }
    expect(sum(3) / sum(1)).toBeCloseTo(1, 0)
  })

  test('glazing bars throw their shadow', () => {
    const light = cast(apertures('roller_shutter', 0), 0.5, WINDOW_BARS)
    expect(light(49, 80)).toBeLessThan(60)
    expect(light(30, 80)).toBe(255)
  })

  test('the light of a door falls only through its glass', () => {
    const light = cast(doorApertures(0, false))
    expect(light(20, 50)).toBe(255)
    expect(light(60, 50)).toBe(0)
  })
})
