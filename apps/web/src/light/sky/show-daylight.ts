import type { Place } from './reference-places.ts'
import { skyBlendAt, writeSkyBlend } from './sky-blend.ts'
import { type SunPath, sunPath } from './time-of-day.ts'

/** Shows the light of a moment on the page: `data-time` on the root element selects the tokens, `data-sky` the sky video. */
export function showDaylight(moment: Date, place: Place): SunPath {
  const sun = sunPath(moment, place)
  const { dataset } = document.documentElement
  // Setting an attribute to its own value would count as a change, and all canvases would be painted again.
  if (dataset.time !== sun.time) dataset.time = sun.time
  dataset.sky = writeSkyBlend(skyBlendAt(sun.altitude, sun.isClimbing))
  return sun
}
