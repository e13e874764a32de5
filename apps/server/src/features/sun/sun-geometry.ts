/** The position of the sun in degrees: azimuth clockwise from north, elevation above the horizon. */
export interface SunPosition {
  azimuth: number
  elevation: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI

/**
 * The profile angle: the elevation of the sun projected onto a vertical plane perpendicular to the wall, 0..90 degrees. Null
 * while the sun is down or behind the wall.
 */
export function profileAngle({ azimuth, elevation }: SunPosition, facing: number): number | null {
  const inFront = Math.cos(radians(azimuth - facing)) * Math.cos(radians(elevation))
  if (elevation <= 0 || inFront <= 1e-9) return null
  return degrees(Math.atan2(Math.sin(radians(elevation)), inFront))
}

/** The same for a roof, on which the sun also shines from behind. */
export function roofAngle({ azimuth, elevation }: SunPosition, facing: number): number | null {
  if (elevation <= 0) return null
  const along = Math.abs(Math.cos(radians(azimuth - facing))) * Math.cos(radians(elevation))
  return degrees(Math.atan2(Math.sin(radians(elevation)), along))
}

/**
 * The cut-off angle: how far slats must be turned from horizontal so that no sunlight passes between them, 0..90 degrees. `width`
 * and `spacing` have the same unit.
 */
export function cutOffAngle(profile: number, { width, spacing }: { width: number; spacing: number }): number {
  const gap = (spacing * Math.cos(radians(profile))) / width
  // Slats that are narrower than the gap never cover it; they can only be closed.
  if (gap >= 1) return 90
  return Math.min(90, Math.max(0, degrees(Math.asin(gap)) - profile))
}

/** The same for slats whose outer edge turns up. They must first pass the angle at which they are parallel to the light. */
export function cutOffAngleUpwards(profile: number, slats: { width: number; spacing: number }): number {
  const gap = (slats.spacing * Math.cos(radians(profile))) / slats.width
  return gap >= 1 ? 90 : Math.min(90, degrees(Math.asin(gap)) + profile)
}

/**
 * The height above the floor up to which light may enter so that it reaches no further than `depth` into the room; same unit as
 * `depth`.
 */
export const lightHeight = (profile: number, depth: number): number =>
  profile >= 90 ? Number.POSITIVE_INFINITY : depth * Math.tan(radians(profile))

/** How far an awning at height `top` must extend so that light enters no higher than `height`. */
export const awningReach = (profile: number, { top, height }: { top: number; height: number }): number =>
  Math.max(0, top - height) / Math.tan(radians(profile))
