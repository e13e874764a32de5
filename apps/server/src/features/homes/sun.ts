import type { HomeSun } from '@senca/contract/automation'
import {
  Body,
  Equator,
  Horizon,
  Observer,
  SearchAltitude,
  SearchHourAngle,
  SearchRiseSet,
} from 'astronomy-engine'

/** Where somebody stands: degrees, north and east positive. */
export interface Place {
  lat: number
  lon: number
}

/** The moments of one day of the sun; null for what does not happen that day. Dawn and dusk are civil. */
export interface SunTimes {
  dawn: Date | null
  sunrise: Date | null
  noon: Date
  sunset: Date | null
  dusk: Date | null
}

const HALF_DAY_MS = 43_200_000
/** Half a day, and what the sun is late or early by. */
const SEARCH_DAYS = 0.51
const CIVIL_TWILIGHT_DEGREES = -6
const RISING = 1
const SETTING = -1

/** Rising and setting are seen from the sea: mountains on the horizon are not known, and height adds minutes at most. */
const observerAt = ({ lat, lon }: Place) => new Observer(lat, lon, 0)

/**
 * The day of the sun around a midday: what belongs to it are the sunrise before its noon and the sunset after it, also
 * where that is past midnight. Rising and setting are those of the upper limb with the usual refraction.
 */
export function sunTimesAround(midday: Date, place: Place): SunTimes {
  const observer = observerAt(place)
  const from = new Date(midday.getTime() - HALF_DAY_MS)
  const noon = SearchHourAngle(Body.Sun, observer, 0, from, 1).time.date
  const limb = (direction: number, days: number) =>
    SearchRiseSet(Body.Sun, observer, direction, noon, days)?.date ?? null
  const twilight = (direction: number, days: number) =>
    SearchAltitude(Body.Sun, observer, direction, noon, days, CIVIL_TWILIGHT_DEGREES)?.date ?? null
  return {
    dawn: twilight(RISING, -SEARCH_DAYS),
    sunrise: limb(RISING, -SEARCH_DAYS),
    noon,
    sunset: limb(SETTING, SEARCH_DAYS),
    dusk: twilight(SETTING, SEARCH_DAYS),
  }
}

/** Where the sun stands, degrees: azimuth from north over east, elevation above the horizon without refraction. */
export function sunPositionAt(at: Date, place: Place): Pick<HomeSun, 'azimuth' | 'elevation'> {
  const observer = observerAt(place)
  const { ra, dec } = Equator(Body.Sun, at, observer, true, true)
  const { azimuth, altitude } = Horizon(at, observer, ra, dec)
  return { azimuth, elevation: altitude }
}
