import { pageNow } from '#core/clock.ts'

/** The four times of day, with the same limits as in the app, but calculated only from the hour and the season. */
type TimeOfDay = 'dawn' | 'day' | 'dusk' | 'night'

const NIGHT_BELOW = -6
const DAY_FROM = 7
/** The latitude of Ljubljana: a guest page knows no place, only the clock of the guest's device. */
const LATITUDE = 46
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180)
const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180)

/**
 * The sun's altitude in degrees, rounded to five degrees, at `hour` (0..24) of local solar time on day `day` (0..365) of the
 * year.
 */
export function sunAltitude(day: number, hour: number): number {
  const declination = -23.44 * cos((360 / 365) * (day + 10))
  const height = sin(LATITUDE) * sin(declination) + cos(LATITUDE) * cos(declination) * cos(15 * (hour - 12))
  return (Math.asin(height) * 180) / Math.PI
}

/** The time of day at a moment, by the clock of this device without daylight saving time. */
function lightAt(now: Date): TimeOfDay {
  const newYear = Date.UTC(now.getUTCFullYear(), 0, 1)
  const january = new Date(now.getFullYear(), 0, 1).getTimezoneOffset()
  const standard = Math.max(january, new Date(now.getFullYear(), 6, 1).getTimezoneOffset())
  const hour = ((((now.getTime() / MINUTE_MS - standard) / 60) % 24) + 24) % 24
  const altitude = sunAltitude((now.getTime() - newYear) / DAY_MS, hour)
  if (altitude >= DAY_FROM) return 'day'
  if (altitude < NIGHT_BELOW) return 'night'
  return hour < 12 ? 'dawn' : 'dusk'
}

/** Keeps the light of the page in step with the sun: `data-time` on the root element selects the tokens. */
export function followDaylight(): void {
  const update = () => {
    document.documentElement.dataset.time = lightAt(pageNow())
  }
  update()
  setInterval(update, MINUTE_MS)
}
