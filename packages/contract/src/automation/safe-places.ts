import type { DeviceType } from '../devices/device-types.ts'
import * as LIMITS from '../limits.ts'
import type { SafePlaces } from './own-safe-places.ts'
import type { AlarmSource, WeatherMeasurement } from './scenario-triggers.ts'

/** The dangers that shades are protected from, the most serious first. If several apply, the first one decides the position. */
export const DANGERS = ['smoke', 'wind', 'hail', 'snow', 'frost', 'rain', 'break_in'] as const
export type Danger = (typeof DANGERS)[number]

/** The safe position of a shade along its main axis: one position, a range, or null to stay where it is. */
export type SafePlace = number | { min: number; max: number } | null

/** Outside of this range a shutter may be frozen in place: near 0 in its box, near 1 to its sill. */
const FROST_BAND = { min: 0.1, max: 0.9 }

type Places = Readonly<Record<Danger, SafePlace>>
const NOWHERE: Places = {
  smoke: null,
  wind: null,
  hail: null,
  snow: null,
  frost: null,
  rain: null,
  break_in: null,
}
const IN_FROM_ALL: Places = { ...NOWHERE, smoke: 0, wind: 0, hail: 0, snow: 0 }

/** See the automation contract, section Safety. */
const PLACES: Readonly<Record<DeviceType, Places>> = {
  awning: { ...IN_FROM_ALL, frost: 0, rain: 0 },
  textile_screen: IN_FROM_ALL,
  insect_screen: IN_FROM_ALL,
  falcon: IN_FROM_ALL,
  venetian_blind: { ...NOWHERE, smoke: 0, wind: 0, hail: 0, break_in: 1 },
  roller_shutter: { ...NOWHERE, smoke: 0, hail: 0, frost: FROST_BAND, break_in: 1 },
  pergola: { ...IN_FROM_ALL, rain: 1 },
  home_door: NOWHERE,
  light: NOWHERE,
}

/** Whether a home may set a safe position: one that the weather can damage stays as near to the safe position of its type. */
function mayBeOwn(type: DeviceType, danger: Danger, own: number | null): boolean {
  const usual = PLACES[type][danger]
  if (!isFragile(type) || usual === null) return true
  // 1 - 0.98 is a little more than 0.02.
  return own !== null && distanceTo(usual, own) <= LIMITS.TARGET_TOLERANCE + Number.EPSILON
}

/** Whether a home may set these safe positions for a device of this type. */
export const areOwnPlaces = (type: DeviceType, own: SafePlaces): boolean =>
  DANGERS.every((danger) => {
    const decided = own[danger]
    return decided === undefined || mayBeOwn(type, danger, decided)
  })

/**
 * The safe position of a device for a danger: the one that the home has set, else the default of its type. A set position that is
 * not allowed for the type counts as not set.
 */
export function safePlaceOf(type: DeviceType, danger: Danger, own: SafePlaces | undefined): SafePlace {
  const decided = own?.[danger]
  return decided === undefined || !mayBeOwn(type, danger, decided) ? PLACES[type][danger] : decided
}

/** The danger that a safe position protects from if none is given: a break-in for types that close a window, else wind. */
export function usualDangerOf(type: DeviceType): Danger {
  return type === 'roller_shutter' || type === 'venetian_blind' ? 'break_in' : 'wind'
}

/** The danger of a measurement beyond a threshold; null if it only concerns comfort. */
export function dangerOfWeather(measurement: WeatherMeasurement, condition: 'lt' | 'gt'): Danger | null {
  if (measurement === 'temperature') return condition === 'lt' ? 'frost' : null
  if (condition === 'lt') return null
  if (measurement === 'wind_speed' || measurement === 'wind_gust') return 'wind'
  return measurement === 'rain' || measurement === 'snow' ? measurement : null
}

export function dangerOfAlarm(source: AlarmSource): Danger {
  if (source === 'storm') return 'wind'
  return source === 'forced_door' ? 'break_in' : source
}

/** Types that the weather can damage. For them, an unknown measurement counts as danger. */
const FRAGILE: ReadonlySet<DeviceType> = new Set([
  'awning',
  'pergola',
  'textile_screen',
  'insect_screen',
  'falcon',
])
export const isFragile = (type: DeviceType): boolean => FRAGILE.has(type)

/** The distance of a position from the safe position or range; 0 if it is safe. */
export function distanceTo(safe: number | { min: number; max: number }, place: number): number {
  if (typeof safe === 'number') return Math.abs(place - safe)
  return Math.max(safe.min - place, place - safe.max, 0)
}
