import { pageNow } from '#core/clock.ts'
import { homePlaceStore } from '#core/home-place.ts'
import { skyPlace } from '#light/sky/reference-places.ts'
import { showDaylight } from '#light/sky/show-daylight.ts'

const MINUTE_MS = 60_000

/** Keeps the light of the page in step with the position of the sun. */
export function followDaylight(): void {
  const update = () => {
    const now = pageNow()
    showDaylight(now, skyPlace(now, homePlaceStore.getState().place))
  }
  update()
  homePlaceStore.subscribe(update)
  setInterval(update, MINUTE_MS)
}
