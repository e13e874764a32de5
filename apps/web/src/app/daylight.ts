import { referencePlace } from '#light/sky/reference-places.ts'
import { skyBlendAt, writeSkyBlend } from '#light/sky/sky-blend.ts'
import { sunPath } from '#light/sky/time-of-day.ts'

const MINUTE_MS = 60_000

/** Keeps the light of the page at the sun's: `data-time` on the root chooses its tokens, `data-sky` its moving sky. */
export function followDaylight(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const update = () => {
    const now = new Date()
    const place = referencePlace(timeZone, -now.getTimezoneOffset() / 60)
    const { time, altitude, isClimbing } = sunPath(now, place)
    const { dataset } = document.documentElement
    dataset.time = time
    dataset.sky = writeSkyBlend(skyBlendAt(altitude, isClimbing))
  }
  update()
  setInterval(update, MINUTE_MS)
}
