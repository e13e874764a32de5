import { describe, expect, it } from 'vitest'
import { DIRECTIONS, invertedOf, isTurned, turned } from './directions.ts'

describe('what runs the other way round', () => {
  it.each([
    ['nothing', {}, null],
    ['nothing, said outright', { motorInverted: false, switchInverted: false }, null],
    ['the motor', { motorInverted: true, switchInverted: false }, 'motor'],
    ['the switch', { switchInverted: true }, 'switch'],
    ['both', { motorInverted: true, switchInverted: true }, 'both'],
  ] as const)('is %s', (_, settings, inverted) => {
    expect(invertedOf(settings)).toBe(inverted)
  })
})

describe('turning', () => {
  it.each([
    ['the motor leaves the switch alone', {}, 'motor', { motorInverted: true }],
    ['the motor again turns it back', { motorInverted: true }, 'motor', { motorInverted: false }],
    ['the switch leaves the motor alone', { motorInverted: true }, 'switch', { switchInverted: true }],
    ['both turns both', {}, 'both', { motorInverted: true, switchInverted: true }],
    [
      'both turns each from where it is [SN12]',
      { motorInverted: true },
      'both',
      { motorInverted: false, switchInverted: true },
    ],
  ] as const)('%s', (_, settings, direction, change) => {
    expect(turned(settings, direction)).toEqual(change)
  })

  it('names the single parts, not both together', () => {
    const settings = { motorInverted: true, switchInverted: true }
    expect(DIRECTIONS.map((direction) => isTurned(settings, direction))).toEqual([true, true, false])
  })
})
