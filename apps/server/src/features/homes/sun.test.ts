import { middayIn, zoneOffsetAt } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { sunPositionAt, sunTimesAround } from './sun.ts'

/** Tables are rounded to a minute and use one point for a whole city. */
const TOLERANCE_MINUTES = 2
const MINUTE_MS = 60_000

/** Minutes after midnight in local time of a zone. */
const minuteIn = (timezone: string, at: Date | null): number => {
  if (at === null) throw new Error('it does not happen')
  return Math.floor(((at.getTime() + zoneOffsetAt(timezone, at.getTime())) % 86_400_000) / MINUTE_MS)
}
const minuteOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

/** Published times: of the Finnish Meteorological Institute for the winter, of newspapers for the summer of 2011. */
const TABLE: [
  place: string,
  lat: number,
  lon: number,
  zone: string,
  day: string,
  rise: string,
  set: string,
][] = [
  ['Edinburgh', 55.95, -3.19, 'Europe/London', '2015-12-22', '8:42', '15:40'],
  ['Berlin', 52.52, 13.41, 'Europe/Berlin', '2015-12-22', '8:15', '15:54'],
  ['London', 51.51, -0.13, 'Europe/London', '2015-12-22', '8:04', '15:53'],
  ['Paris', 48.86, 2.35, 'Europe/Paris', '2015-12-22', '8:41', '16:56'],
  ['Vienna', 48.21, 16.37, 'Europe/Vienna', '2015-12-22', '7:42', '16:03'],
  ['Rome', 41.89, 12.48, 'Europe/Rome', '2015-12-22', '7:34', '16:42'],
  ['Madrid', 40.42, -3.7, 'Europe/Madrid', '2015-12-22', '8:34', '17:51'],
  ['Lisbon', 38.72, -9.13, 'Europe/Lisbon', '2015-12-22', '7:51', '17:18'],
  ['Athens', 37.98, 23.73, 'Europe/Athens', '2015-12-22', '7:37', '17:09'],
  ['Cairo', 30.04, 31.24, 'Africa/Cairo', '2015-12-22', '6:47', '16:59'],
  ['Dakar', 14.69, -17.44, 'Africa/Dakar', '2015-12-22', '7:30', '18:46'],
  ['Addis Ababa', 9.03, 38.75, 'Africa/Addis_Ababa', '2015-12-22', '6:35', '18:11'],
  ['Anchorage', 61.22, -149.9, 'America/Anchorage', '2011-06-21', '4:20', '23:42'],
  ['New York', 40.71, -74.01, 'America/New_York', '2011-06-21', '5:24', '20:30'],
  ['Miami', 25.77, -80.19, 'America/New_York', '2011-06-21', '6:30', '20:14'],
  ['Honolulu', 21.31, -157.86, 'Pacific/Honolulu', '2011-06-21', '5:50', '19:16'],
  ['Tokyo', 35.68, 139.69, 'Asia/Tokyo', '2011-06-21', '4:25', '18:59'],
]

describe('the times of the sun', () => {
  it.each(TABLE)('equal those of published tables: %s', (_, lat, lon, zone, day, rise, set) => {
    const { sunrise, noon, sunset, dawn, dusk } = sunTimesAround(middayIn(zone, day), { lat, lon })
    const minutesOff = [minuteIn(zone, sunrise) - minuteOf(rise), minuteIn(zone, sunset) - minuteOf(set)]
    for (const minutes of minutesOff) expect(Math.abs(minutes)).toBeLessThanOrEqual(TOLERANCE_MINUTES)
    const inOrder = [dawn, sunrise, noon, sunset, dusk].flatMap((at) => at?.getTime() ?? [])
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  })

  it('are none where the sun does not rise or set that day', () => {
    const tromso = { lat: 69.65, lon: 18.96 }
    const on = (day: string) => sunTimesAround(middayIn('Europe/Oslo', day), tromso)
    expect(on('2026-06-21')).toMatchObject({ dawn: null, sunrise: null, sunset: null, dusk: null })
    // In the polar night there is twilight around noon.
    const winter = on('2026-12-21')
    expect(winter).toMatchObject({ sunrise: null, sunset: null })
    expect(minuteIn('Europe/Oslo', winter.dawn)).toBeLessThan(minuteIn('Europe/Oslo', winter.dusk))
    const longyearbyen = sunTimesAround(middayIn('Arctic/Longyearbyen', '2026-12-21'), {
      lat: 78.22,
      lon: 15.65,
    })
    expect(longyearbyen).toMatchObject({ dawn: null, sunrise: null, sunset: null, dusk: null })
    for (const lat of [90, -90])
      expect(sunTimesAround(middayIn('Etc/UTC', '2026-06-21'), { lat, lon: 0 })).toMatchObject({
        sunrise: null,
        sunset: null,
      })
  })

  it('belong to the day of their noon, also past midnight [SC11]', () => {
    const { sunrise, sunset } = sunTimesAround(middayIn('Atlantic/Reykjavik', '2026-06-21'), {
      lat: 64.15,
      lon: -21.94,
    })
    expect(sunrise?.toISOString()).toMatch(/^2026-06-21T02:5/)
    expect(sunset?.toISOString()).toMatch(/^2026-06-22T00:0/)
  })

  it('follow each other a day apart, also where the clocks change and at the date line', () => {
    for (const [zone, lat, lon] of [
      ['Europe/Ljubljana', 46.06, 14.51],
      ['Pacific/Kiritimati', 1.87, -157.43],
      ['Pacific/Auckland', -36.85, 174.76],
      ['Asia/Urumqi', 43.83, 87.62],
    ] as const) {
      const rises = Array.from({ length: 365 }, (_, day) => {
        const date = new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10)
        return sunTimesAround(middayIn(zone, date), { lat, lon }).sunrise?.getTime() ?? 0
      })
      const steps = rises.slice(1).map((at, index) => (at - (rises[index] ?? 0)) / MINUTE_MS)
      expect(Math.min(...steps)).toBeGreaterThan(24 * 60 - 3)
      expect(Math.max(...steps)).toBeLessThan(24 * 60 + 3)
    }
  })
})

describe('the place of the sun', () => {
  it('is overhead at noon where it is in the zenith, and below by night', () => {
    // The equinox of March 2026 is at 14:46 UTC; the equation of time is seven minutes then.
    const noon = sunTimesAround(new Date('2026-03-20T12:00:00Z'), { lat: 0, lon: 0 }).noon
    expect(sunPositionAt(noon, { lat: 0, lon: 0 }).elevation).toBeGreaterThan(89.8)
    const midnight = new Date(noon.getTime() + 12 * 3_600_000)
    expect(sunPositionAt(midnight, { lat: 0, lon: 0 }).elevation).toBeLessThan(-89)
  })

  it('is in the south at noon of Ljubljana, 23.4° above the celestial equator at midsummer, without refraction', () => {
    const place = { lat: 46.0569, lon: 14.5058 }
    const { noon, sunrise } = sunTimesAround(new Date('2026-06-21T12:00:00Z'), place)
    const { azimuth, elevation } = sunPositionAt(noon, place)
    expect(azimuth).toBeCloseTo(180, 0)
    expect(elevation).toBeCloseTo(90 - 46.0569 + 23.436, 1)
    // The upper limb is visible when the center is 50 arc minutes below the horizon.
    expect(sunPositionAt(sunrise ?? noon, place).elevation).toBeCloseTo(-0.833, 1)
  })
})
