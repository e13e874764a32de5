/** The parts of doors and lights: the names used in a home file. Case, `_` and `-` are ignored. */
const PARTS = [
  'motor_lock',
  'magnet_lock',
  'lock_magnetic_sensor',
  'magnetic_sensor',
  'magic_foil',
  'door_light',
  'handle_light',
  'light_1',
  'light_2',
  'light_1_dimmer',
  'light_2_dimmer',
  'dimmer',
] as const
export type Part = (typeof PARTS)[number]

export const DOOR_PARTS = [
  'motor_lock',
  'magnet_lock',
  'lock_magnetic_sensor',
  'magnetic_sensor',
  'magic_foil',
  'door_light',
  'handle_light',
] as const satisfies readonly Part[]

/** A `dimmer` applies to all channels. */
export const LIGHT_PARTS = [
  'light_1',
  'light_2',
  'light_1_dimmer',
  'light_2_dimmer',
  'dimmer',
] as const satisfies readonly Part[]

const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const partByName = new Map<string, Part>(PARTS.map((part) => [folded(part), part]))

/** The parts with these names, or all parts if no names are given. Unknown names are ignored. */
export function fittedParts(names: readonly string[] | undefined, all: readonly Part[]): ReadonlySet<Part> {
  if (names === undefined) return new Set(all)
  return new Set(
    names.flatMap((name) => partByName.get(folded(name)) ?? []).filter((part) => all.includes(part)),
  )
}
