import zoneAt from '@photostructure/tz-lookup'
import { isTimeZone } from '@senca/contract'
import * as z from 'zod/mini'

interface Place {
  lat: number
  lon: number
}

/**
 * The map of zones is coarse near borders and between islands. Around a place it is searched in circles of these radii, in
 * kilometers. A country that is farther away is not that of the place.
 */
const RADII_KM = [5, 10, 20, 40, 80, 160, 320]
const BEARINGS = 16
const KM_PER_DEGREE = 111
const zonesSchema = z.object({ timeZones: z.array(z.string()) })

/** One name for zones that have several. */
const canonical = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

/** The zones of a country; none if they are not known. */
function zonesOf(country: string): string[] {
  const found = zonesSchema.safeParse(new Intl.Locale(`und-${country}`))
  return found.success ? found.data.timeZones.filter(isTimeZone) : []
}

function* placesAround({ lat, lon }: Place): Generator<Place> {
  for (const km of RADII_KM)
    for (let index = 0; index < BEARINGS; index += 1) {
      const bearing = (index / BEARINGS) * 2 * Math.PI
      const north = lat + (Math.cos(bearing) * km) / KM_PER_DEGREE
      const shrink = Math.max(0.01, Math.cos((lat * Math.PI) / 180))
      const east = lon + (Math.sin(bearing) * km) / KM_PER_DEGREE / shrink
      yield { lat: Math.min(90, Math.max(-90, north)), lon: ((((east + 180) % 360) + 360) % 360) - 180 }
    }
}

/** The time zone of a place; near a border that of its country, if that is known. */
export function zoneOfPlace(place: Place, country: string | null): string {
  const found = zoneAt(place.lat, place.lon)
  const own = new Set((country === null ? [] : zonesOf(country)).map(canonical))
  if (own.size === 0 || own.has(canonical(found))) return found
  for (const { lat, lon } of placesAround(place)) {
    const near = zoneAt(lat, lon)
    if (own.has(canonical(near))) return near
  }
  return found
}
