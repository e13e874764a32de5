import { describe, expect, it } from 'vitest'
import { elevationOf, holeIn, WALL_ASPECT } from './elevation.ts'

describe('the picture of a house', () => {
  it.each([
    ['a phone on its side', 812, 260],
    ['a desktop', 1168, 656],
    ['a wall tablet', 1024, 708],
  ])('fills the frame of %s with a wall of one shape', (_name, width, height) => {
    const { wall, ...picture } = elevationOf({ width, height }, 0.09)
    expect(picture).toEqual({ width, height })
    expect(wall.w).toBeCloseTo(wall.h * WALL_ASPECT)
    expect(wall.x).toBeCloseTo(width - wall.x - wall.w)
    expect(Math.min(wall.x, wall.y)).toBeGreaterThan(0)
    expect(wall.y + wall.h).toBeLessThan(height)
  })

  it('pans sideways on a phone, where its windows are as wide as a finger and its height is in the frame', () => {
    const frame = { width: 390, height: 690 }
    const picture = elevationOf(frame, 0.09)
    expect(holeIn(picture, { x: 0, y: 0, w: 0.09, h: 0.2 }).w).toBeGreaterThanOrEqual(44)
    expect(picture.width).toBeGreaterThan(frame.width)
    expect(picture.height).toBe(frame.height)
  })

  it('is larger than its frame where a window would be too narrow to be tapped', () => {
    const picture = elevationOf({ width: 358, height: 465 }, 0.01)
    expect(holeIn(picture, { x: 0, y: 0, w: 0.01, h: 0.1 }).w).toBeCloseTo(28)
    expect(picture.width).toBeGreaterThan(358)
  })
})
