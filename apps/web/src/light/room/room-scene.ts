import type { Freshness } from '../card/card-scene.ts'
import { lerp } from '../paint/geometry.ts'
import { type Aperture, apertures, doorApertures, lightOf, type ShadeKind } from '../wall/apertures.ts'

type Seen = {
  readonly freshness: Freshness
  /** Which of a few views is painted behind the glass. */
  readonly view: number
}

/**
 * A shade in its room. Positions are 0 (open) to 1 (closed), null where there is none: `reported` is what the device
 * said, `target` where it was sent, `draft` where a hand holds it. `tilt` is in degrees and is the hand's while a hand
 * turns the dial; of a pergola the positions are how far its louvres are shut.
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

/** What the bolts of a door do, as far as it is known. */
export type Bolts = 'out' | 'in' | 'moving' | 'unknown'

/** The part of the door that the page speaks of; it decides whose bolts are drawn. */
export type DoorTab = 'magnet' | 'motor' | 'foil' | 'lights'

/** A door in its room. `bolts` 'out' stand in the frame: locked. `milk` is how milky the foil is, lights are 0..1. */
export type DoorRoom = Seen & {
  readonly kind: 'home_door'
  readonly isOpen: boolean
  readonly bolts: Bolts
  readonly milk: number
  readonly doorLight: number
  readonly handleLight: number
  readonly tab?: DoorTab
}

/** Wall lamps in a room, one for each channel; brightness is 0..1. */
export type LightRoom = Seen & {
  readonly kind: 'light'
  readonly channels: readonly number[]
}

/** A room, seen from the front, and what its device does to the light. */
export type RoomScene = ShadeRoom | DoorRoom | LightRoom
export type RoomKind = RoomScene['kind']

/** The slats of the blind in a room; a card has room for fewer. */
export const ROOM_SLATS = 15
/** The louvres of the roof over a terrace. */
export const ROOM_LOUVRES = 16
/** How the light in a room grows with what comes in: the eye sees small openings bright. */
const EYE = 0.8
/** A shade whose position nobody knows hangs here, faint. */
export const UNKNOWN_POSITION = 0.3
const UNKNOWN_LIGHT = 0.22

/** Where the light of a shade is cut: at the hand, else where the device is. */
export const lightPosition = (scene: ShadeRoom): number | null => scene.draft ?? scene.reported

/** What gets through into the room. */
export function roomApertures(scene: RoomScene): Aperture[] {
  if (scene.freshness === 'offline' || scene.kind === 'light') return []
  if (scene.kind === 'home_door') return doorApertures(scene.milk, scene.isOpen)
  const position = lightPosition(scene)
  return position === null
    ? []
    : apertures(scene.kind, position, scene.tilt, scene.kind === 'pergola' ? ROOM_LOUVRES : ROOM_SLATS)
}

/** Whether nothing can be seen through the opening: the shade hangs over all of it and lets nothing through. */
export const isShut = (scene: ShadeRoom): boolean =>
  scene.kind !== 'pergola' && lightPosition(scene) !== null && roomApertures(scene).length === 0

/** How lit the room is, 0..1, when `list` gets through. */
export function roomLight(scene: RoomScene, list: readonly Aperture[]): number {
  if (scene.freshness === 'offline') return 0
  if (scene.kind === 'light') return 0
  if (scene.kind === 'home_door') return lerp(0.34, 0.22, scene.milk) + (scene.isOpen ? 0.34 : 0)
  return (lightPosition(scene) === null ? UNKNOWN_LIGHT : lightOf(list)) ** EYE
}
