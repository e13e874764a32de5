import { describe, expect, it } from 'vitest'
import { sunPositionAt, sunTimesAround } from '#features/homes/index.ts'
import { cutOffAngle, profileAngle } from './sun-geometry.ts'

/**
 * J. Meeus, Astronomical Algorithms, 2nd edition. Its worked examples use terrestrial time, which was about one minute ahead of
 * clock time then.
 */
describe('the sun of Meeus', () => {
  const NORTH_POLE = { lat: 90, lon: 0 }
  const declinationAt = (at: string) => sunPositionAt(new Date(at), NORTH_POLE).elevation

  it('of 13 October 1992 stands 7.78507° south of the equator (example 25.a)', () => {
    expect(Math.abs(declinationAt('1992-10-12T23:59:01Z') - -7.78507)).toBeLessThan(0.01)
  })

  it('crosses Greenwich 13 min 42.7 s before noon that day (example 28.a)', () => {
    const { noon } = sunTimesAround(new Date('1992-10-13T12:00:00Z'), { lat: 51.4779, lon: 0 })
    const early = (Date.UTC(1992, 9, 13, 12) - (noon?.getTime() ?? 0)) / 1_000
    // The value is for midnight; until noon it grows by some seconds.
    expect(Math.abs(early - 822.7)).toBeLessThan(15)
  })

  it('turns on 21 June 1962 at 21:24:42 (example 27.a)', () => {
    const turn = new Date('1962-06-21T21:24:08Z').getTime()
    const at = (days: number) => declinationAt(new Date(turn + days * 86_400_000).toISOString())
    expect(at(0)).toBeGreaterThan(at(-2))
    expect(at(0)).toBeGreaterThan(at(2))
    // Symmetric on both sides.
    expect(Math.abs(at(-2) - at(2))).toBeLessThan(0.001)
    expect(Math.abs(at(0) - 23.44)).toBeLessThan(0.01)
  })
})

/** J. Duffie, W. Beckman, Solar Engineering of Thermal Processes, example 1.6.3: 16 March, 16:00 solar time, 43° north. */
describe('the profile angle of Duffie and Beckman', () => {
  const sun = { elevation: 19.7, azimuth: 180 + 66.8 }
  const FACING = 180 + 25

  it('is 25.7° on a wall that faces 25° west of south', () => {
    expect(Math.abs((profileAngle(sun, FACING) ?? 0) - 25.7)).toBeLessThan(0.1)
  })

  it('turns slats to arcsin(d cos Ω / w) − Ω of it, by half a degree', () => {
    const profile = profileAngle(sun, FACING) ?? 0
    const byHand = (Math.asin(0.9 * Math.cos((25.7 * Math.PI) / 180)) * 180) / Math.PI - 25.7
    expect(byHand).toBeCloseTo(28.5, 1)
    expect(Math.abs(cutOffAngle(profile, { width: 80, spacing: 72 }) - byHand)).toBeLessThan(0.5)
  })
})
