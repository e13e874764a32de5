import { describe, expect, test } from 'vitest'
import { apertures, doorApertures, lightOf, type ShadeKind, slatShadow } from './apertures.ts'

const KINDS: readonly ShadeKind[] = [
  'roller_shutter',
  'venetian_blind',
  'insect_screen',
  'textile_screen',
  'awning',
  'falcon',
  'pergola',
]
const light = (kind: ShadeKind, position: number, tilt = 0) => lightOf(apertures(kind, position, tilt))

describe('what gets through', () => {
  test.each([
    ['an open roller shutter lets all light in', 'roller_shutter', 0, 0, 1],
    ['a half closed roller shutter lets half in, and its slots a little', 'roller_shutter', 0.5, 0, 0.505],
    ['a closed roller shutter is dark', 'roller_shutter', 1, 0, 0],
    ['a closed venetian with its slats in the ray is bright', 'venetian_blind', 1, -24, 1],
    ['a closed venetian with its slats against the ray is dark', 'venetian_blind', 1, 60, 0],
    ['a raised venetian lets all light in whatever its tilt', 'venetian_blind', 0, 60, 1],
    ['a closed insect screen dims a third', 'insect_screen', 1, 0, 0.68],
    ['a closed textile screen glows', 'textile_screen', 1, 0, 0.26],
    ['an extended awning leaves the foot of the window in the sun', 'awning', 1, 0, 0.226],
    ['a retracted awning lets all light in', 'awning', 0, 0, 1],
    ['a closed falcon lets points of light through', 'falcon', 1, 0, 0.04],
    ['an open pergola is nearly all sky', 'pergola', 0, 0, 0.92],
    ['a closed pergola is dark', 'pergola', 1, 0, 0],
  ] as const)('%s', (_fact, kind, position, tilt, expected) => {
    expect(light(kind, position, tilt)).toBeCloseTo(expected, 2)
  })

  test('every kind half closed looks different from every other', () => {
    const seen = KINDS.map((kind) => JSON.stringify(apertures(kind, 0.5, -50)))
    expect(new Set(seen).size).toBe(KINDS.length)
  })

  test.each(KINDS)('%s never lets more in as it closes', (kind) => {
    const steps = Array.from({ length: 21 }, (_, step) => light(kind, step / 20, 30))
    for (const [index, value] of steps.entries()) {
      if (index > 0) expect(value).toBeLessThanOrEqual((steps[index - 1] ?? 0) + 0.012)
    }
  })

  test('positions outside the scale are held within it', () => {
    expect(light('roller_shutter', 1.4)).toBe(0)
    expect(light('roller_shutter', -3)).toBe(1)
  })

  test('slats throw no shadow when they lie in the ray', () => {
    expect(slatShadow(-24)).toBeCloseTo(0)
    expect(slatShadow(66)).toBe(1)
  })

  test('milky foil scatters what clear foil lets through sharply', () => {
    const [clear] = doorApertures(0, false)
    const [milky] = doorApertures(1, false)
    expect(clear?.soft).toBe(false)
    expect(milky?.soft).toBe(true)
    expect(milky?.strength).toBeLessThan(clear?.strength ?? 0)
  })

  test('foil that turns milky loses its sharp light by and by', () => {
    expect(doorApertures(0.5, false).map(({ soft, strength }) => [soft, strength])).toEqual([
      [false, 0.5],
      [true, 0.17],
    ])
  })

  test('an open door lets more light in than a closed one', () => {
    expect(lightOf(doorApertures(1, true))).toBeGreaterThan(lightOf(doorApertures(0, false)))
  })
})
