import { homePlaceStore } from '#core/home-place.ts'
import { skyPlace } from '#light/sky/reference-places.ts'
import { skyBlendAt, writeSkyBlend } from '#light/sky/sky-blend.ts'
import { sunPath } from '#light/sky/time-of-day.ts'

const MINUTE_MS = 60_000

/** Keeps the light of the page at the sun's: `data-time` on the root chooses its tokens, `data-sky` its moving sky. */
export function followDaylight(): void {
  const update = () => {
    const now = new Date()
    const place = skyPlace(now, homePlaceStore.getState().place)
    const { time, altitude, isClimbing } = sunPath(now, place)
    const { dataset } = document.documentElement
    dataset.time = time
    dataset.sky = writeSkyBlend(skyBlendAt(altitude, isClimbing))
  }
  update()
  homePlaceStore.subscribe(update)
  setInterval(update, MINUTE_MS)
}
