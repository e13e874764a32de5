import { describe, expect, test } from 'vitest'
import type { Rect } from '../paint/geometry.ts'
import { roomFrameOf } from './room-frame.ts'
import type { RoomKind } from './room-scene.ts'

const KINDS: readonly RoomKind[] = [
  'roller_shutter',
  'venetian_blind',
  'textile_screen',
  'insect_screen',
  'awning',
  'falcon',
  'pergola',
  'home_door',
  'light',
]
const SIZES = [
  ['a small phone', 320, 420],
  ['a phone', 390, 600],
  ['a phone on its side', 700, 320],
  ['a stage beside a panel', 900, 800],
  ['a wide stage', 1500, 900],
] as const

const isWithin = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.w <= outer.x + outer.w &&
  inner.y + inner.h <= outer.y + outer.h

describe('where things are in a room', () => {
  const rows = SIZES.flatMap(([name, width, height]) =>
    KINDS.map((kind) => [name, kind, width, height] as const),
  )
  test.each(rows)('on %s: %s', (_name, kind, width, height) => {
    const frame = roomFrameOf(kind, { width, height })
    const room = { x: 0, y: 0, w: width, h: height }
    expect(isWithin(frame.hole, room)).toBe(true)
    expect(isWithin(frame.glass, frame.hole)).toBe(true)
    expect(isWithin(frame.pane, frame.glass)).toBe(true)
    expect(isWithin(frame.sky, room)).toBe(true)
    expect(frame.hole.y + frame.hole.h).toBeLessThanOrEqual(frame.floorY)
    expect(frame.horizonY).toBeLessThan(frame.floorY)
    expect(frame.glass.w).toBeGreaterThan(40)
    expect(frame.glass.h).toBeGreaterThan(40)
    for (const { x, y, w, h } of [frame.hole, frame.glass, frame.pane]) {
      expect([x, y, w, h].every(Number.isInteger)).toBe(true)
    }
  })

  test('beside a window on a phone there is room for a ruler', () => {
    const frame = roomFrameOf('roller_shutter', { width: 390, height: 600 })
    expect(390 - frame.hole.x - frame.hole.w).toBeGreaterThan(100)
  })

  test('words at the top push the opening down', () => {
    const frame = roomFrameOf('roller_shutter', { width: 390, height: 600 }, 110)
    expect(frame.hole.y).toBeGreaterThanOrEqual(110)
  })

  test('the scale of an awning ends where it ends', () => {
    const frame = roomFrameOf('awning', { width: 390, height: 600 })
    expect(frame.pane.h / frame.glass.h).toBeCloseTo(0.86, 2)
  })
})
