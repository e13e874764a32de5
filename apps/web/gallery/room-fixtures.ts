import type { DoorRoom, LightRoom, RoomScene, ShadeRoom } from '#light/room/room-scene.ts'
import type { ShadeKind } from '#light/wall/apertures.ts'

export const SHADE_KINDS: readonly ShadeKind[] = [
  'roller_shutter',
  'venetian_blind',
  'textile_screen',
  'insect_screen',
  'awning',
  'falcon',
  'pergola',
]

/** A tilt at which both the slats and their stripes of light are visible. */
const TILT = -52

export const shadeRoom = (kind: ShadeKind, more: Partial<ShadeRoom> = {}): ShadeRoom => ({
  kind,
  reported: 0.5,
  target: null,
  draft: null,
  tilt: TILT,
  freshness: 'live',
  view: 0,
  isBusy: false,
  ...more,
})

export const doorRoom = (more: Partial<DoorRoom> = {}): DoorRoom => ({
  kind: 'home_door',
  isOpen: false,
  bolts: 'out',
  milk: 0,
  doorLight: 0,
  handleLight: 0,
  freshness: 'live',
  view: 1,
  ...more,
})

export const lightRoom = (channels: readonly number[], more: Partial<LightRoom> = {}): LightRoom => ({
  kind: 'light',
  channels,
  freshness: 'live',
  view: 0,
  ...more,
})

export type NamedRoom = { readonly name: string; readonly scene: RoomScene }

/** A shade in every state that changes the look of its room. */
export const shadeStates = (kind: ShadeKind): NamedRoom[] => [
  { name: 'open', scene: shadeRoom(kind, { reported: 0 }) },
  { name: 'half way', scene: shadeRoom(kind) },
  { name: 'closed', scene: shadeRoom(kind, { reported: 1, tilt: 60 }) },
  { name: 'tilted', scene: shadeRoom(kind, { reported: 1, tilt: -24 }) },
  { name: 'in the hand', scene: shadeRoom(kind, { reported: 0.3, target: 0.8, draft: 0.62 }) },
  { name: 'lifted by the hand', scene: shadeRoom(kind, { reported: 0.8, draft: 0.4 }) },
  { name: 'moving', scene: shadeRoom(kind, { reported: 0.3, target: 0.8 }) },
  { name: 'busy', scene: shadeRoom(kind, { reported: 0.7, isBusy: true }) },
  { name: 'as last heard', scene: shadeRoom(kind, { freshness: 'stale' }) },
  { name: 'offline', scene: shadeRoom(kind, { reported: 0.3, freshness: 'offline' }) },
  { name: 'position unknown', scene: shadeRoom(kind, { reported: null }) },
]

export const DOOR_STATES: readonly NamedRoom[] = [
  { name: 'locked', scene: doorRoom() },
  { name: 'unlocked', scene: doorRoom({ bolts: 'in' }) },
  { name: 'locking', scene: doorRoom({ bolts: 'moving' }) },
  { name: 'lock unknown', scene: doorRoom({ bolts: 'unknown' }) },
  { name: 'the magnet lock', scene: doorRoom({ tab: 'magnet' }) },
  { name: 'milky foil', scene: doorRoom({ milk: 1, tab: 'foil' }) },
  { name: 'lights on', scene: doorRoom({ doorLight: 1, handleLight: 1, tab: 'lights' }) },
  { name: 'open', scene: doorRoom({ isOpen: true, bolts: 'in' }) },
  { name: 'offline', scene: doorRoom({ freshness: 'offline', bolts: 'unknown' }) },
]

export const LIGHT_STATES: readonly NamedRoom[] = [
  { name: 'off', scene: lightRoom([0]) },
  { name: 'on', scene: lightRoom([1]) },
  { name: 'dimmed', scene: lightRoom([0.35]) },
  { name: 'two channels', scene: lightRoom([1, 0]) },
  { name: 'two channels, dimmed', scene: lightRoom([0.6, 0.3]) },
  { name: 'offline', scene: lightRoom([1], { freshness: 'offline' }) },
]
