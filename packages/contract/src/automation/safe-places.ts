import { type Axis, type DeviceType, kindOf } from '../devices/device-types.ts'
import type { SafePlaces } from './own-safe-places.ts'
import type { AlarmSource, WeatherMeasurement } from './scenario-triggers.ts'

/** What shades are kept safe from, the gravest first: of several the first decides where a shade goes. */
export const DANGERS = ['smoke', 'wind', 'hail', 'snow', 'frost', 'rain', 'break_in'] as const
export type Danger = (typeof DANGERS)[number]

/** Where a shade is safe along its main axis: at a place, between two, or, null, where it is. */
export type SafePlace = number | { min: number; max: number } | null

/** Below which a shutter may be frozen to its sill, and above which to its box. */
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

/** Automation contract, section Safety. */
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

/** Where a device of a type is safe from a danger, by what its home decided and else by its kind. */
export function safePlaceOf(type: DeviceType, danger: Danger, own: SafePlaces | undefined): SafePlace {
  const decided = own?.[danger]
  return decided === undefined ? PLACES[type][danger] : decided
}

/** The danger that a safe place is from where nothing says it: wind for what the wind takes, a break-in for what closes a window. */
export function usualDangerOf(type: DeviceType): Danger {
  return type === 'roller_shutter' || type === 'venetian_blind' ? 'break_in' : 'wind'
}

/** The danger that a measurement beyond a threshold stands for; null where it is a matter of comfort. */
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

/** Kinds that the weather breaks: what is not known counts as danger for them. */
const FRAGILE: ReadonlySet<DeviceType> = new Set([
  'awning',
  'pergola',
  'textile_screen',
  'insect_screen',
  'falcon',
])
export const isFragile = (type: DeviceType): boolean => FRAGILE.has(type)

/** How far a place is from being safe; 0 where it is. */
export function distanceTo(safe: number | { min: number; max: number }, place: number): number {
  if (typeof safe === 'number') return Math.abs(place - safe)
  return Math.max(safe.min - place, place - safe.max, 0)
}

/** The axis along which safe places of a type count. */
export const safetyAxisOf = (type: DeviceType): Axis | null => kindOf(type).mainAxis
