import { expect, it } from 'vitest'
import { sunPath } from '#light/sky/time-of-day.ts'
import { sunAltitude } from './daylight.ts'

const DAY_MS = 86_400_000
const LJUBLJANA_MERIDIAN = { latitude: 46, longitude: 15 }

it.each([0, 45, 90, 172, 230, 300, 355])(
  'on day %d the sun stands where it stands in the app, to five degrees',
  (day) => {
    for (let hour = 0; hour < 24; hour += 3) {
      const moment = new Date(Date.UTC(2026, 0, 1) + day * DAY_MS + (hour - 1) * 3_600_000)
      expect(Math.abs(sunAltitude(day, hour) - sunPath(moment, LJUBLJANA_MERIDIAN).altitude)).toBeLessThan(5)
    }
  },
)
