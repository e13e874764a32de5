import { pageNow } from '#core/clock.ts'
import { paintChanged } from '#light/paint/paint-change.ts'
import type { Place } from '#light/sky/reference-places.ts'
import { showDaylight } from '#light/sky/show-daylight.ts'
import { sunPath } from '#light/sky/time-of-day.ts'
import { rayAt } from './day-light.ts'

/** Shows the home in the light of another moment; null restores the light of now. */
export function showMoment(moment: Date | null, place: Place): void {
  const { style } = document.documentElement
  if (moment === null) {
    style.removeProperty('--slope')
    style.removeProperty('--reach')
    showDaylight(pageNow(), place)
    paintChanged()
    return
  }
  const { altitude } = sunPath(moment, place)
  const { slope, reach } = rayAt(altitude)
  style.setProperty('--slope', slope.toFixed(3))
  style.setProperty('--reach', reach.toFixed(2))
  showDaylight(moment, place)
  paintChanged()
}
