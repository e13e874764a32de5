import { referencePlace } from '#light/reference-places.ts'
import { sunPath } from '#light/time-of-day.ts'

const MINUTE_MS = 60_000

/** Keeps the light of the page at the sun's: `data-time` on the root chooses its tokens. */
export function followDaylight(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const update = () => {
    const now = new Date()
    const place = referencePlace(timeZone, -now.getTimezoneOffset() / 60)
    document.documentElement.dataset.time = sunPath(now, place).time
  }
  update()
  setInterval(update, MINUTE_MS)
}
