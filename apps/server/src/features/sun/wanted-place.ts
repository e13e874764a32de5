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

/** What is to be shaded: a window behind a shade. */
export interface ShadedWindow {
  type: DeviceType
  /** Of a venetian blind. */
  inclinationType: InclinationType
  settings: SunSettings
}

/** How far an awning reaches when it is all the way out, metres: usual for terraces. */
const AWNING_REACH_M = 3

const unit = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000

/**
 * A share of the way down or out. Less than what is worth a move would not be opened again, and a gap of less would not be closed:
 * through it the low sun reaches far.
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

/** As open as keeps direct light out of a room beyond the depth to which it may come. */
function withoutGlare(window: ShadedWindow, profile: number): Target {
  const { type, inclinationType, settings } = window
  const { windowTop: top, windowBottom: bottom, slatWidth: width, slatSpacing: spacing, depth } = settings
  if (type === 'pergola') {
    // Louvres hang from level: the sun stands to them as to slats that are turned by a right angle.
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

/** Whether the sun shines on what a device shades. */
export const shinesOn = ({ type, settings }: ShadedWindow, sun: SunPosition): number | null =>
  type === 'pergola' ? roofAngle(sun, settings.azimuth) : profileAngle(sun, settings.azimuth)

/**
 * Where a shade is to be while the sun stands there, 0..1 per axis; null while the sun is not on its window, and where nothing
 * is asked of it. `isHot` is whether it is warmer outside than the settings allow, null where nobody knows.
 */
export function wantedPlace(window: ShadedWindow, sun: SunPosition, isHot: boolean | null): Target | null {
  const { type, settings } = window
  const profile = shinesOn(window, sun)
  if (profile === null || settings.mode === 'off') return null
  if (settings.mode === 'glare') return withoutGlare(window, profile)
  if (isHot === null) return null
  return isHot ? closedOf(window) : openOf(type)
}

/** Where a shade goes when the sun has left its window. */
export const placeWithoutSun = openOf
