/** Where the sun stands, degrees: azimuth from north over east, elevation above the horizon. */
export interface SunPosition {
  azimuth: number
  elevation: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI

/**
 * The angle above the horizon, 0..90 degrees, at which the sun seems to stand when a wall is looked at from its side; null while
 * the sun is down or behind the wall.
 */
export function profileAngle({ azimuth, elevation }: SunPosition, facing: number): number | null {
  const inFront = Math.cos(radians(azimuth - facing)) * Math.cos(radians(elevation))
  if (elevation <= 0 || inFront <= 1e-9) return null
  return degrees(Math.atan2(Math.sin(radians(elevation)), inFront))
}

/** The same for a roof: also the sun behind shines on it. */
export function roofAngle({ azimuth, elevation }: SunPosition, facing: number): number | null {
  if (elevation <= 0) return null
  const along = Math.abs(Math.cos(radians(azimuth - facing))) * Math.cos(radians(elevation))
  return degrees(Math.atan2(Math.sin(radians(elevation)), along))
}

/**
 * How far slats have to be turned from level so that no ray of the sun passes between them, degrees 0..90: each covers just the
 * gap to the next (the cut-off angle). `width` and `spacing` are in the same unit.
 */
export function cutOffAngle(profile: number, { width, spacing }: { width: number; spacing: number }): number {
  const gap = (spacing * Math.cos(radians(profile))) / width
  // Slats that are narrower than the gap never cover it; they can only be shut.
  if (gap >= 1) return 90
  return Math.min(90, Math.max(0, degrees(Math.asin(gap)) - profile))
}

/** The same for slats whose outer edge goes up: they have to pass the sun first. */
export function cutOffAngleUpwards(profile: number, slats: { width: number; spacing: number }): number {
  const gap = (slats.spacing * Math.cos(radians(profile))) / slats.width
  return gap >= 1 ? 90 : Math.min(90, degrees(Math.asin(gap)) + profile)
}

/** How high above the floor light may come through so that it reaches no deeper into a room, in the unit of `depth`. */
export const lightHeight = (profile: number, depth: number): number =>
  profile >= 90 ? Number.POSITIVE_INFINITY : depth * Math.tan(radians(profile))

/** How far out an awning at a height has to reach so that light comes in no higher than given. */
export const awningReach = (profile: number, { top, height }: { top: number; height: number }): number =>
  Math.max(0, top - height) / Math.tan(radians(profile))
