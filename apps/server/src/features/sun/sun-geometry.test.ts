import { describe, expect, it } from 'vitest'
import { sunPositionAt } from '#features/homes/index.ts'
import {
  awningReach,
  cutOffAngle,
  cutOffAngleUpwards,
  lightHeight,
  profileAngle,
  roofAngle,
} from './sun-geometry.ts'

const radians = (angle: number) => (angle * Math.PI) / 180

/**
 * Whether a ray passes between two slats, computed by following rays. The slats are lines at a distance of `spacing` above each
 * other, turned about their middle by `tilt` with the outer edge down. Outside is at positive x; rays come down at the profile
 * angle.
 */
function passes(
  profile: number,
  tilt: number,
  { width, spacing }: { width: number; spacing: number },
): boolean {
  const half = width / 2
  const dx = Math.cos(radians(tilt)) * half
  const dy = -Math.sin(radians(tilt)) * half
  // The height at which the ray through a point crosses the plane of the window.
  const heightOf = (x: number, y: number) => y - x * Math.tan(radians(profile))
  const edges = [heightOf(dx, dy), heightOf(-dx, -dy)]
  const shadow = Math.max(...edges) - Math.min(...edges)
  return shadow < spacing - 1e-9
}

describe('the angle at which the sun seems to stand to a wall', () => {
  it.each([
    // If the sun is straight in front, the profile angle is its elevation.
    [{ azimuth: 180, elevation: 30 }, 180, 30],
    [{ azimuth: 95, elevation: 12 }, 95, 12],
    // tan(30°) / cos(60°) and tan(45°) / cos(45°).
    [{ azimuth: 240, elevation: 30 }, 180, 49.107],
    [{ azimuth: 135, elevation: 45 }, 180, 54.736],
    // Across north.
    [{ azimuth: 350, elevation: 20 }, 10, 21.173],
  ])('is %j from a wall that faces %d: %d', (sun, facing, angle) => {
    expect(profileAngle(sun, facing)).toBeCloseTo(angle, 2)
  })

  it('is none while the sun is down, behind the wall or just along it', () => {
    expect(profileAngle({ azimuth: 180, elevation: -0.1 }, 180)).toBeNull()
    expect(profileAngle({ azimuth: 0, elevation: 40 }, 180)).toBeNull()
    expect(profileAngle({ azimuth: 270, elevation: 40 }, 180)).toBeNull()
    expect(roofAngle({ azimuth: 0, elevation: 40 }, 180)).toBeCloseTo(40, 5)
    expect(roofAngle({ azimuth: 0, elevation: -1 }, 180)).toBeNull()
  })
})

describe('slats that just keep the sun out', () => {
  it('turn by 90° less twice the profile angle where they are as wide as their distance', () => {
    const slats = { width: 80, spacing: 80 }
    for (const [profile, angle] of [
      [1, 88],
      [10, 70],
      [20, 50],
      [30, 30],
      [40, 10],
      [45, 0],
      [60, 0],
    ] as const)
      expect(cutOffAngle(profile, slats)).toBeCloseTo(angle, 5)
  })

  it.each([
    // arcsin(0.9) = 64.16°, arcsin(0.9 cos 30°) = 51.21°, arcsin(0.9 cos 42°) = 41.98°.
    [0, 64.16],
    [30, 21.21],
    [42, 0],
    [70, 0],
  ])('of 80 mm at 72 mm, for the sun at %d°, turn by %d°', (profile, angle) => {
    expect(Math.abs(cutOffAngle(profile, { width: 80, spacing: 72 }) - angle)).toBeLessThan(0.02)
  })

  it('let no ray through, and half a degree less lets one through', () => {
    for (const spacing of [50, 60, 72, 79])
      for (let profile = 1; profile < 89; profile += 1) {
        const slats = { width: 80, spacing }
        const angle = cutOffAngle(profile, slats)
        expect(passes(profile, angle + 0.01, slats), `${spacing} mm at ${profile}°`).toBe(false)
        if (angle > 0.5)
          expect(passes(profile, angle - 0.5, slats), `${spacing} mm at ${profile}°`).toBe(true)
      }
  })

  it('with the outer edge up let no ray through either', () => {
    for (let profile = 1; profile < 89; profile += 1) {
      const slats = { width: 80, spacing: 72 }
      const angle = cutOffAngleUpwards(profile, slats)
      if (angle < 90) expect(passes(profile, -angle - 0.01, slats), `${profile}°`).toBe(false)
    }
  })

  it('that are too narrow for their distance are shut', () => {
    expect(cutOffAngle(10, { width: 50, spacing: 60 })).toBe(90)
    expect(cutOffAngle(80, { width: 50, spacing: 60 })).toBe(0)
  })
})

it('light reaches as deep as it is high over the tangent of the sun', () => {
  expect(lightHeight(45, 1.5)).toBeCloseTo(1.5, 9)
  expect(lightHeight(30, 1)).toBeCloseTo(0.577, 3)
  expect(lightHeight(90, 0)).toBe(Number.POSITIVE_INFINITY)
  expect(awningReach(45, { top: 2.2, height: 0.2 })).toBeCloseTo(2, 9)
  expect(awningReach(60, { top: 1, height: 2 })).toBe(0)
})

describe('where the sun stands', () => {
  // Solar position algorithm of the NREL (Reda, Andreas 2004), its worked example: zenith 50.11162°, azimuth 194.34024°.
  it('agrees with the published example', () => {
    const { azimuth, elevation } = sunPositionAt(new Date('2003-10-17T19:30:30Z'), {
      lat: 39.742476,
      lon: -105.1786,
    })
    expect(Math.abs(azimuth - 194.34024)).toBeLessThan(0.02)
    expect(Math.abs(elevation - (90 - 50.11162))).toBeLessThan(0.03)
  })
})
