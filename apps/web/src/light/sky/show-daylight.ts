import type { Place } from './reference-places.ts'
import { skyBlendAt, writeSkyBlend } from './sky-blend.ts'
import { type SunPath, sunPath } from './time-of-day.ts'

/** Gives the page the light of a moment: `data-time` on the root chooses its tokens, `data-sky` its moving sky. */
export function showDaylight(moment: Date, place: Place): SunPath {
  const sun = sunPath(moment, place)
  const { dataset } = document.documentElement
  dataset.time = sun.time
  dataset.sky = writeSkyBlend(skyBlendAt(sun.altitude, sun.isClimbing))
  return sun
}
