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

  const POSITIONS = [0, 0.25, 0.5, 0.75, 1] as const
  test.each([
    [
      'a roller shutter: what is below it, and slots of daylight',
      'roller_shutter',
      0,
      [1, 0.756, 0.505, 0.255, 0],
    ],
    ['a venetian with its slats in the ray: everything', 'venetian_blind', -24, [1, 1, 1, 1, 1]],
    [
      'a venetian with flat slats: half of what it covers',
      'venetian_blind',
      0,
      [1, 0.88, 0.76, 0.639, 0.519],
    ],
    ['a venetian turned against the sun: what is below it', 'venetian_blind', 60, [1, 0.75, 0.5, 0.25, 0]],
    ['a venetian turned with the sun: stripes', 'venetian_blind', -50, [1, 0.871, 0.741, 0.612, 0.482]],
    ['an insect screen: two thirds of what it covers', 'insect_screen', 0, [1, 0.92, 0.84, 0.76, 0.68]],
    ['a textile screen: a quarter of what it covers', 'textile_screen', 0, [1, 0.815, 0.63, 0.445, 0.26]],
    ['an awning: a tenth of what it shades, and the foot', 'awning', 0, [1, 0.807, 0.613, 0.42, 0.226]],
    ['a falcon: what is below it, and points of light', 'falcon', 0, [1, 0.762, 0.523, 0.279, 0.04]],
    ['a pergola: less and less between its louvres', 'pergola', 0, [0.92, 0.69, 0.46, 0.23, 0]],
  ] as const)('%s', (_fact, kind, tilt, expected) => {
    for (const [index, position] of POSITIONS.entries()) {
      expect(lightOf(apertures(kind, position, tilt, 16))).toBeCloseTo(expected[index] ?? Number.NaN, 2)
    }
  })

  test.each([
    ['slats that lie in the ray', -24, 1],
    ['slats a little off the ray', -10, 0.714],
    ['flat slats', 0, 0.519],
    ['slats half shut', 20, 0.179],
    ['slats shut', 45, 0],
    ['slats shut the other way', -80, 0.02],
  ])('the tilt of a venetian that is all the way down: %s', (_fact, tilt, expected) => {
    expect(light('venetian_blind', 1, tilt)).toBeCloseTo(expected, 2)
  })

  test('slots, slats and holes lie at the lower edge of what is down, not at the head', () => {
    const [slots] = apertures('roller_shutter', 0.5)
    expect(slots?.down[0]?.to).toBeLessThan(0.5)
    expect(slots?.down[0]?.from).toBeGreaterThan(0.4)
    const rows = apertures('falcon', 0.5)[0]?.down ?? []
    expect(rows.length).toBe(4)
    expect(rows.every(({ to }) => to < 0.5)).toBe(true)
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
