/** A place in degrees. */
export interface Place {
  lat: number
  lon: number
}

/** The area of a warning: a polygon, or a circle with a radius in kilometers. */
export type WarningArea =
  | { kind: 'polygon'; points: readonly Place[] }
  | { kind: 'circle'; centre: Place; km: number }

/** The bounding box of an area. */
export interface Bounds {
  south: number
  north: number
  west: number
  east: number
}

const EARTH_KM = 6_371
const KM_OF_A_DEGREE = 111
const MAX_POINTS = 20_000
const MAX_CIRCLE_KM = 20_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

function placeOf(text: string): Place | null {
  const parts = text.split(',')
  const [lat, lon] = parts.map(Number)
  if (parts.length !== 2 || lat === undefined || lon === undefined) return null
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && parts.every((part) => part.trim() !== '')
  return isPlace ? { lat, lon } : null
}

/** Parses a polygon of CAP, "lat,lon lat,lon …" and closed; null if invalid. */
export function polygonOf(text: string): WarningArea | null {
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (words.length > MAX_POINTS) return null
  const points = words.flatMap((word) => placeOf(word) ?? [])
  // A closed triangle has four points.
  return points.length === words.length && points.length >= 4 ? { kind: 'polygon', points } : null
}

/** Parses a circle of CAP, "lat,lon km"; null if invalid. */
export function circleOf(text: string): WarningArea | null {
  const [place = '', radius = '', ...rest] = text.split(/\s+/).filter((word) => word !== '')
  const centre = placeOf(place)
  const km = Number(radius)
  const isCircle = centre !== null && radius !== '' && rest.length === 0 && km >= 0 && km <= MAX_CIRCLE_KM
  return isCircle ? { kind: 'circle', centre, km } : null
}

function distanceKm(one: Place, other: Place): number {
  const lat = radians(other.lat - one.lat) / 2
  const lon = radians(other.lon - one.lon) / 2
  const chord =
    Math.sin(lat) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lon) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Whether a place is within an area. For a polygon, counts the sides that a ray to the east crosses. */
export function isWithin(area: WarningArea, place: Place): boolean {
  if (area.kind === 'circle') return distanceKm(area.centre, place) <= area.km
  let isInside = false
  let before = area.points.at(-1)
  for (const point of area.points) {
    if (before !== undefined && point.lat > place.lat !== before.lat > place.lat) {
      const share = (place.lat - point.lat) / (before.lat - point.lat)
      if (place.lon < point.lon + share * (before.lon - point.lon)) isInside = !isInside
    }
    before = point
  }
  return isInside
}

/** The bounding box of an area. Near a pole, that of a circle includes all longitudes. */
export function boundsOf(area: WarningArea): Bounds {
  if (area.kind === 'polygon') {
    const bounds: Bounds = { south: 90, north: -90, west: 180, east: -180 }
    for (const { lat, lon } of area.points) {
      bounds.south = Math.min(bounds.south, lat)
      bounds.north = Math.max(bounds.north, lat)
      bounds.west = Math.min(bounds.west, lon)
      bounds.east = Math.max(bounds.east, lon)
    }
    return bounds
  }
  const { centre, km } = area
  const high = km / KM_OF_A_DEGREE
  const shrink = Math.cos(radians(Math.min(90, Math.abs(centre.lat) + high)))
  const wide = shrink > 0.01 ? high / shrink : 360
  return {
    south: centre.lat - high,
    north: centre.lat + high,
    west: centre.lon - wide,
    east: centre.lon + wide,
  }
}
