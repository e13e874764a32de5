import type { Place } from '#light/sky/reference-places.ts'
import { showDaylight } from '#light/sky/show-daylight.ts'
import { sunPath } from '#light/sky/time-of-day.ts'
import { rayAt } from './day-light.ts'

/** Gives the home the light of another moment; null gives it back that of now. */
export function showMoment(moment: Date | null, place: Place): void {
  const { style } = document.documentElement
  if (moment === null) {
    style.removeProperty('--slope')
    style.removeProperty('--reach')
    showDaylight(new Date(), place)
    return
  }
  // The time of day is written last: it is what makes the walls look at their tokens again.
  const { altitude } = sunPath(moment, place)
  const { slope, reach } = rayAt(altitude)
  style.setProperty('--slope', slope.toFixed(3))
  style.setProperty('--reach', reach.toFixed(2))
  showDaylight(moment, place)
}
