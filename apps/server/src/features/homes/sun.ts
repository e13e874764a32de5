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

/** A place on earth in degrees, north and east positive. */
export interface Place {
  lat: number
  lon: number
}

/** The sun times of one day; null for an event that does not occur. Dawn and dusk are civil. */
export interface SunTimes {
  dawn: Date | null
  sunrise: Date | null
  noon: Date
  sunset: Date | null
  dusk: Date | null
}

const HALF_DAY_MS = 43_200_000
/** Half a day plus a margin for the equation of time. */
const SEARCH_DAYS = 0.51
const CIVIL_TWILIGHT_DEGREES = -6
const RISING = 1
const SETTING = -1

/** Sunrise and sunset are computed for sea level. Mountains on the horizon are unknown, and altitude adds only minutes. */
const observerAt = ({ lat, lon }: Place) => new Observer(lat, lon, 0)

/**
 * The sun times around a midday: the sunrise before its noon and the sunset after it, even if that is after midnight. Sunrise and
 * sunset refer to the upper limb with standard refraction.
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

/** The position of the sun in degrees: azimuth clockwise from north, elevation above the horizon without refraction. */
export function sunPositionAt(at: Date, place: Place): Pick<HomeSun, 'azimuth' | 'elevation'> {
  const observer = observerAt(place)
  const { ra, dec } = Equator(Body.Sun, at, observer, true, true)
  const { azimuth, altitude } = Horizon(at, observer, ra, dec)
  return { azimuth, elevation: altitude }
}
