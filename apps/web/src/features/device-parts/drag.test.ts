import { describe, expect, it } from 'vitest'
import { areaAround, positionAt, stepBy } from './drag.ts'

const AREA = { left: 100, top: 50, width: 200, height: 400 }

describe('the position under a pointer', () => {
  it.each([
    ['the top edge is open', 50, 0],
    ['above the top stays open', 0, 0],
    ['the margin at the top is open', 50 + 400 * 0.02, 0],
    ['just below the margin it begins', 50 + 400 * 0.03, 0.01],
    ['the middle is half', 250, 0.5],
    ['a quarter of the way between the margins', 50 + 400 * 0.26, 0.25],
    ['the margin at the bottom is closed', 50 + 400 * 0.98, 1],
    ['the bottom edge is closed', 450, 1],
    ['below the bottom stays closed', 900, 1],
  ])('%s', (_, y, expected) => expect(positionAt(y, AREA)).toBe(expected))

  it('is whole percents only', () => {
    for (let y = 50; y <= 450; y += 0.37) {
      const percent = positionAt(y, AREA) * 100
      expect(Math.abs(percent - Math.round(percent))).toBeLessThan(1e-9)
    }
  })

  it('is open while the area has no height yet', () => expect(positionAt(30, { top: 0, height: 0 })).toBe(0))

  it('is under the finger: the margins extend beyond the travel', () => {
    const area = areaAround({ left: 0, top: 100, width: 10, height: 480 })
    expect(area.height).toBeCloseTo(500)
    expect(area.top).toBeCloseTo(90)
    expect(positionAt(100, area)).toBe(0)
    expect(positionAt(100 + 480 * 0.37, area)).toBe(0.37)
    expect(positionAt(580, area)).toBe(1)
  })
})

describe('a key', () => {
  it.each([
    ['ArrowDown', 0.4, 0.41],
    ['ArrowRight', 0.4, 0.41],
    ['ArrowUp', 0.4, 0.39],
    ['ArrowLeft', 0.4, 0.39],
    ['PageDown', 0.4, 0.5],
    ['PageUp', 0.4, 0.3],
    ['Home', 0.4, 0],
    ['End', 0.4, 1],
    ['ArrowUp', 0, 0],
    ['PageDown', 0.97, 1],
    ['a', 0.4, null],
    ['toString', 0.4, null],
  ])('%s at %s leads to %s', (key, from, to) => expect(stepBy(key, from)).toBe(to))
})
