import type { Freshness } from '../card/card-scene.ts'
import { lerp } from '../paint/geometry.ts'
import { type Aperture, apertures, doorApertures, lightOf, type ShadeKind } from '../wall/apertures.ts'

type Seen = {
  readonly freshness: Freshness
  /** The index of the view that is painted behind the glass. */
  readonly view: number
}

/**
 * A shade in its room. Positions are 0 (open) to 1 (closed), null for none: `reported` by the device, `target` of its movement,
 * `draft` during a drag. `tilt` is in degrees; while the dial is dragged it is the dragged value. For a pergola the positions are
 * how far its louvers are closed.
 */
export type ShadeRoom = Seen & {
  readonly kind: ShadeKind
  readonly reported: number | null
  readonly target: number | null
  readonly draft: number | null
  readonly tilt: number
  readonly isBusy: boolean
}

/** The kinds that hang in a window; a pergola is a roof. */
export type WindowKind = Exclude<ShadeKind, 'pergola'>
export type WindowRoom = ShadeRoom & { readonly kind: WindowKind }

/** The state of the bolts of a door, as far as it is known. */
export type Bolts = 'out' | 'in' | 'moving' | 'unknown'

/** The bolts of each lock that a door has. */
export type DoorBolts = { readonly magnet?: Bolts; readonly motor?: Bolts }

/** A door in its room. `bolts` 'out' extend into the frame: locked. `milk` is how milky the foil is; lights are 0..1. */
export type DoorRoom = Seen & {
  readonly kind: 'home_door'
  readonly isOpen: boolean
  readonly bolts: DoorBolts
  readonly milk: number
  readonly doorLight: number
  readonly handleLight: number
}

/** Wall lamps in a room, one for each channel; brightness is 0..1. */
export type LightRoom = Seen & {
  readonly kind: 'light'
  readonly channels: readonly number[]
}

/** A room, seen from the front, with its device and the resulting light. */
export type RoomScene = ShadeRoom | DoorRoom | LightRoom
export type RoomKind = RoomScene['kind']

/** The number of slats in a room; a card has room for fewer. */
export const ROOM_SLATS = 15
/** The number of louvers in the roof of a terrace. */
export const ROOM_LOUVRES = 16
/** An exponent for the light in a room: small openings look brighter than their area. */
const EYE = 0.8
/** Where a shade of unknown position is drawn, faintly. */
export const UNKNOWN_POSITION = 0.3
const UNKNOWN_LIGHT = 0.22

/** The position that limits the light of a shade: the dragged one, otherwise the reported one. */
export const lightPosition = (scene: ShadeRoom): number | null => scene.draft ?? scene.reported

/** The light that gets into the room. */
export function roomApertures(scene: RoomScene): Aperture[] {
  if (scene.freshness === 'offline' || scene.kind === 'light') return []
  if (scene.kind === 'home_door') return doorApertures(scene.milk, scene.isOpen)
  const position = lightPosition(scene)
  return position === null
    ? []
    : apertures(scene.kind, position, scene.tilt, scene.kind === 'pergola' ? ROOM_LOUVRES : ROOM_SLATS)
}

/** Whether nothing can be seen through the opening: the shade covers it completely and lets nothing through. */
export const isShut = (scene: ShadeRoom): boolean =>
  scene.kind !== 'pergola' && lightPosition(scene) !== null && roomApertures(scene).length === 0

/** Whether no lock holds a door: each of its locks is certainly unlocked. */
export function isUnbolted({ bolts }: Pick<DoorRoom, 'bolts'>): boolean {
  const all = Object.values(bolts)
  return all.length > 0 && all.every((each) => each === 'in')
}

/** How bright the room is, 0..1, when `list` is the light that passes through. */
export function roomLight(scene: RoomScene, list: readonly Aperture[]): number {
  if (scene.freshness === 'offline') return 0
  if (scene.kind === 'light') return 0
  if (scene.kind === 'home_door') return lerp(0.34, 0.22, scene.milk) + (scene.isOpen ? 0.34 : 0)
  return (lightPosition(scene) === null ? UNKNOWN_LIGHT : lightOf(list)) ** EYE
}
