import { describe, expect, test } from 'vitest'
import {
  angleAfterKey,
  angleOfInclination,
  angleUnder,
  arcPath,
  dialReach,
  heldAngle,
  inclinationOfAngle,
  placeOf,
  RADIUS,
  shadowPath,
} from './tilt-dial-geometry.ts'

const BOTH = { from: -90, to: 90 }
const degrees = (value: number): number => (value * Math.PI) / 180
const onArc = (arc: number) => ({ x: 104 * Math.cos(degrees(arc)), y: -104 * Math.sin(degrees(arc)) })
/** The scale of a pergola is turned: 0 is at the top, and the angles grow clockwise. */
const onPergolaArc = (arc: number) => onArc(90 - arc)

describe('what can be reached', () => {
  test.each([
    ['venetian', 'lower_90', 0, 90],
    ['venetian', 'upper_90', -90, 0],
    ['venetian', 'full_180', -90, 90],
    ['pergola', 'full_180', 0, 90],
  ] as const)('%s, %s: %d to %d degrees', (kind, type, from, to) => {
    expect(dialReach(kind, type)).toEqual({ from, to })
  })

  test.each([
    ['venetian', 'lower_90'],
    ['venetian', 'upper_90'],
    ['venetian', 'full_180'],
    ['pergola', 'lower_90'],
  ] as const)('%s, %s: every degree is an inclination and back', (kind, type) => {
    const { from, to } = dialReach(kind, type)
    for (let angle = from; angle <= to; angle++) {
      const inclination = inclinationOfAngle(kind, type, angle)
      expect(inclination).toBeGreaterThanOrEqual(0)
      expect(inclination).toBeLessThanOrEqual(1)
      expect(heldAngle(angleOfInclination(kind, type, inclination), { from, to })).toBe(angle)
    }
  })

  test('what lies beyond is held to the end, and level is never −0', () => {
    expect(heldAngle(-12, dialReach('venetian', 'lower_90'))).toBe(0)
    expect(Object.is(heldAngle(-0.2, BOTH), 0)).toBe(true)
  })
})

describe('the arc of −80 to 80 degrees shows 90 degrees each way', () => {
  test.each([
    [80, 90],
    [40, 45],
    [0, 0],
    [-40, -45],
    [-80, -90],
    [16, 18],
  ])('%d degrees of arc are %d degrees of the slats, and of the louvres', (arc, angle) => {
    for (const [kind, at] of [
      ['venetian', onArc(arc)],
      ['pergola', onPergolaArc(arc)],
    ] as const) {
      expect(angleUnder(kind, at, BOTH)).toBe(angle)
      const { x, y } = placeOf(kind, angle, RADIUS.arc)
      expect([x, y]).toEqual([expect.closeTo(at.x, 6), expect.closeTo(at.y, 6)])
    }
  })
})

describe('the angle under a hand', () => {
  test.each([
    ['straight above the arc', 'venetian', { x: 0, y: -120 }, 90],
    ['on the far side, a mirror image', 'venetian', { x: -90, y: -90 }, 51],
    ['on the far side, level', 'venetian', { x: -60, y: 0 }, 0],
    ['close to the middle, but not in it', 'venetian', { x: 6, y: 6 }, -51],
    ['upright', 'pergola', { x: 0, y: -100 }, 0],
    ['half way', 'pergola', onPergolaArc(40), 45],
    ['flat', 'pergola', { x: 100, y: 0 }, 90],
    ['below, a mirror image', 'pergola', { x: 70, y: 70 }, 51],
    ['where louvres do not reach', 'pergola', { x: -70, y: -70 }, 0],
  ] as const)('%s', (_name, kind, at, angle) => {
    expect(angleUnder(kind, at, dialReach(kind, 'full_180'))).toBe(angle)
  })

  test('it is null in the very middle', () => {
    expect(angleUnder('venetian', { x: 3, y: -2 }, BOTH)).toBeNull()
  })

  test('it stays within reach', () => {
    expect(angleUnder('venetian', onArc(-30), dialReach('venetian', 'lower_90'))).toBe(0)
    expect(angleUnder('venetian', onArc(30), dialReach('venetian', 'upper_90'))).toBe(0)
  })

  test('it changes continuously on the way around the dial', () => {
    const around = Array.from({ length: 721 }, (_, step) => onArc(step / 2))
    const angles = around.map((at) => angleUnder('venetian', at, BOTH) ?? Number.NaN)
    const steps = angles.slice(1).map((angle, index) => Math.abs(angle - (angles[index] ?? 0)))
    expect(Math.max(...steps)).toBeLessThanOrEqual(1)
  })
})

describe('keys turn by whole degrees', () => {
  test.each([
    ['ArrowUp', 12, 13],
    ['ArrowRight', 12, 13],
    ['ArrowDown', 12, 11],
    ['ArrowLeft', -89.6, -90],
    ['ArrowUp', 90, 90],
    ['PageUp', 12, 22],
    ['PageDown', -85, -90],
    ['Home', 12, -90],
    ['End', 12, 90],
    ['Tab', 12, null],
  ])('%s at %d', (key, angle, next) => {
    expect(angleAfterKey(key, angle, BOTH)).toBe(next)
  })
})

describe('the arc of the scale', () => {
  test('goes from the foot over the right to the head', () => {
    expect(arcPath('venetian', BOTH)).toBe('M18.06 102.42A104 104 0 0 0 18.06 -102.42')
  })

  test("goes with the clock from a pergola's open to its shut", () => {
    expect(arcPath('pergola', { from: 0, to: 90 })).toBe('M0.00 -104.00A104 104 0 0 1 102.42 -18.06')
  })
})

describe('the strips of shadow behind the slats', () => {
  /** The width of the shadow of one slat as a share of the distance between two slats. */
  const blockedShare = (kind: 'venetian' | 'pergola', angle: number): number => {
    const [, first = '', second = ''] = shadowPath(kind, angle).split('M')
    const corners = (strip: string) => strip.match(/-?[\d.]+/g)?.map(Number) ?? []
    const [farX = 0, farY = 0, nearX = 0, nearY = 0, endX = 0, endY = 0] = corners(first)
    const [nextX = 0, nextY = 0] = corners(second)
    const across = (x: number, y: number) => Math.abs(x * (endY - nearY) - y * (endX - nearX))
    return across(nearX - farX, nearY - farY) / across(nextX - farX, nextY - farY)
  }

  test.each([
    ['slats in the ray let everything through', 'venetian', -27, 0],
    ['level slats let half of it through', 'venetian', 0, 0.48],
    ['slats across the ray let nothing through', 'venetian', 74, 1],
    ['louvres in the ray let everything through', 'pergola', 27, 0],
    ['upright louvres let half of it through', 'pergola', 0, 0.48],
    ['shut louvres let nothing through', 'pergola', 90, 1],
  ] as const)('%s', (_name, kind, angle, share) => {
    expect(Math.min(1, blockedShare(kind, angle))).toBeCloseTo(share, 1)
  })
})
