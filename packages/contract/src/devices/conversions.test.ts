import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampUnit,
  dialAngle,
  INCLINATION_TYPES,
  inclinationOfSlatAngle,
  louvreAngle,
  percentToUnit,
  slatAngle,
  unitToPercent,
  wholePercent,
} from './conversions.ts'

describe('scales', () => {
  it.each([
    [0, 0],
    [29, 0.29],
    [12.5, 0.125],
    [100, 1],
  ])('%d of a hundred is %d of one, both ways', (percent, unit) => {
    expect(percentToUnit(percent)).toBeCloseTo(unit, 12)
    expect(unitToPercent(unit)).toBe(percent)
  })

  it('labels with whole percents', () => {
    expect(wholePercent(0.295)).toBe(30)
    expect(wholePercent(0.004)).toBe(0)
  })

  it('clamps to 0..1', () => {
    expect([clampUnit(-0.1), clampUnit(0.5), clampUnit(7)]).toEqual([0, 0.5, 1])
  })
})

describe('angles', () => {
  it.each([
    ['lower_90', 0, 0],
    ['lower_90', 1, 90],
    ['upper_90', 0, 0],
    ['upper_90', 1, -90],
    ['full_180', 0, -90],
    ['full_180', 0.5, 0],
    ['full_180', 1, 90],
  ] as const)('%s at %d stands at %d degrees', (type, inclination, angle) => {
    expect(slatAngle(inclination, type)).toBe(angle)
  })

  it('go back to the inclination that they came from', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...INCLINATION_TYPES),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (type, inclination) => {
          expect(inclinationOfSlatAngle(slatAngle(inclination, type), type)).toBeCloseTo(inclination, 9)
        },
      ),
    )
  })

  it('turn a pergola over 90 degrees', () => expect([louvreAngle(0), louvreAngle(1)]).toEqual([0, 90]))

  it('draw 90 degrees as 80 on the dial', () => {
    expect([dialAngle(-90), dialAngle(0), dialAngle(90)]).toEqual([-80, 0, 80])
  })
})
