import {
  type DeviceType,
  type InclinationType,
  inclinationOfSlatAngle,
  LIMITS,
  type Target,
} from '@senca/contract'
import type { SunSettings } from '@senca/contract/automation'
import {
  awningReach,
  cutOffAngle,
  cutOffAngleUpwards,
  lightHeight,
  profileAngle,
  roofAngle,
  type SunPosition,
} from './sun-geometry.ts'

/** A window behind a shade. */
export interface ShadedWindow {
  type: DeviceType
  /** For a venetian blind. */
  inclinationType: InclinationType
  settings: SunSettings
}

/** The length of a fully extended awning in meters; a usual value for terraces. */
const AWNING_REACH_M = 3

const unit = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000

/**
 * Adjusts how far a shade is closed. A very small part would be too little for a later move, so it is raised to the minimum. A
 * very small remaining gap is closed, because a low sun would shine far into the room through it.
 */
function coverOf(share: number): number {
  if (share <= 0) return 0
  return share > 1 - LIMITS.SUN_MOVE_MIN ? 1 : unit(Math.max(share, LIMITS.SUN_MOVE_MIN))
}

const openOf = (type: DeviceType): Target => (type === 'pergola' ? { inclination: 0 } : { position: 0 })

function closedOf({ type, inclinationType }: ShadedWindow): Target {
  if (type === 'pergola') return { inclination: 1 }
  if (type !== 'venetian_blind') return { position: 1 }
  const angle = inclinationType === 'upper_90' ? -90 : 90
  return { position: 1, inclination: inclinationOfSlatAngle(angle, inclinationType) }
}

/** The most open position that keeps direct light from reaching deeper into the room than `depth`. */
function withoutGlare(window: ShadedWindow, profile: number): Target {
  const { type, inclinationType, settings } = window
  const { windowTop: top, windowBottom: bottom, slatWidth: width, slatSpacing: spacing, depth } = settings
  if (type === 'pergola') {
    // Louvers lie flat when open, so the angle of the sun to them is the same as to slats that are turned by 90 degrees.
    return { inclination: unit(cutOffAngle(90 - profile, { width, spacing }) / 90) }
  }
  const height = Math.max(lightHeight(profile, depth), bottom)
  if (height >= top) return openOf(type)
  switch (type) {
    case 'awning':
      return { position: coverOf(awningReach(profile, { top, height }) / AWNING_REACH_M) }
    case 'venetian_blind': {
      const angle =
        inclinationType === 'upper_90'
          ? -cutOffAngleUpwards(profile, { width, spacing })
          : cutOffAngle(profile, { width, spacing })
      return { position: 1, inclination: unit(inclinationOfSlatAngle(angle, inclinationType)) }
    }
    default:
      return { position: coverOf((top - height) / (top - bottom)) }
  }
}

/** The profile or roof angle of the sun on what a device shades; null if the sun does not shine on it. */
export const shinesOn = ({ type, settings }: ShadedWindow, sun: SunPosition): number | null =>
  type === 'pergola' ? roofAngle(sun, settings.azimuth) : profileAngle(sun, settings.azimuth)

/**
 * The wanted position of a shade, 0..1 per axis; null while the sun is not on its window or nothing is wanted. `isHot` is whether
 * it is warmer outside than the settings allow; null if unknown.
 */
export function wantedPlace(window: ShadedWindow, sun: SunPosition, isHot: boolean | null): Target | null {
  const { type, settings } = window
  const profile = shinesOn(window, sun)
  if (profile === null || settings.mode === 'off') return null
  if (settings.mode === 'glare') return withoutGlare(window, profile)
  if (isHot === null) return null
  return isHot ? closedOf(window) : openOf(type)
}

/** The position of a shade after the sun has left its window. */
export const placeWithoutSun = openOf
