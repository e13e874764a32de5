import * as z from 'zod/mini'

/** The nine device types, by their canonical names. */
export const DEVICE_TYPES = [
  'roller_shutter',
  'venetian_blind',
  'insect_screen',
  'textile_screen',
  'awning',
  'falcon',
  'pergola',
  'home_door',
  'light',
] as const

export type DeviceType = (typeof DEVICE_TYPES)[number]

export const deviceTypeSchema = z.enum(DEVICE_TYPES)

/** Other names of the types, used by hardware and older clients. All names are case-insensitive. */
export const DEVICE_TYPE_ALIASES = {
  roleta: 'roller_shutter',
  zaluzija: 'venetian_blind',
  žaluzija: 'venetian_blind',
  komarnik: 'insect_screen',
  screen: 'textile_screen',
  tenda: 'awning',
} as const satisfies Record<string, DeviceType>

/** The type with this name or alias, case-insensitive and in any Unicode form; null if there is none. */
export function parseDeviceType(name: string): DeviceType | null {
  const called = name.trim().normalize('NFC').toLowerCase()
  const [, meant] = Object.entries(DEVICE_TYPE_ALIASES).find(([alias]) => alias === called) ?? []
  return meant ?? DEVICE_TYPES.find((type) => type === called) ?? null
}

/** A device type in a request, under any of its names. */
export const deviceTypeNameSchema = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(64)),
    z.transform((name: string) => parseDeviceType(name)),
  ),
  deviceTypeSchema,
)

/** The two movable axes of a shade. */
export const AXES = ['position', 'inclination'] as const
export type Axis = (typeof AXES)[number]

/** The properties of a device type. The parts of doors and lights differ between devices and are in the state. */
export interface DeviceKind {
  family: 'shade' | 'door' | 'light'
  axes: readonly Axis[]
  /** The axis of the card's slider and of the open and close buttons. */
  mainAxis: Axis | null
}

const lifted = { family: 'shade', axes: ['position'], mainAxis: 'position' } as const

export const DEVICE_KINDS = {
  roller_shutter: lifted,
  venetian_blind: { family: 'shade', axes: ['position', 'inclination'], mainAxis: 'position' },
  insect_screen: lifted,
  textile_screen: lifted,
  awning: lifted,
  falcon: lifted,
  pergola: { family: 'shade', axes: ['inclination'], mainAxis: 'inclination' },
  home_door: { family: 'door', axes: [], mainAxis: null },
  light: { family: 'light', axes: [], mainAxis: null },
} as const satisfies Record<DeviceType, DeviceKind>

export function kindOf(type: DeviceType): DeviceKind {
  return DEVICE_KINDS[type]
}

/**
 * The types that cover windows. What opens or closes a whole home and templates by time move only these, not awnings, insect screens
 * and pergolas.
 */
const WINDOW_TYPES: readonly DeviceType[] = ['roller_shutter', 'venetian_blind', 'textile_screen', 'falcon']

export const coversWindow = (type: DeviceType): boolean => WINDOW_TYPES.includes(type)

/** Whether devices of a type are part of the front of a house: shades and doors are. */
export const isOnFacade = (type: DeviceType): boolean => kindOf(type).family !== 'light'

/** The types that the shade type dialog offers. */
export const SHADE_TYPE_CHOICES = [
  'roller_shutter',
  'venetian_blind',
  'textile_screen',
  'awning',
  'insect_screen',
  'pergola',
] as const satisfies readonly DeviceType[]
