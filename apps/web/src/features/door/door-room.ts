import type { DeviceInfo, LockState } from '@senca/contract'
import { isDoorOpen, locksOf } from '#features/device-model/views/door-view.ts'
import { drawnFreshness, sceneOf } from '#features/device-model/views/scene-of.ts'
import type { Bolts, DoorRoom } from '#light/room/room-scene.ts'

const BOLTS = {
  locked: 'out',
  unlocked: 'in',
  locking: 'moving',
  unlocking: 'moving',
  jammed: 'unknown',
  unknown: 'unknown',
} as const satisfies Record<LockState, Bolts>

/** The scene of a door in its room, as far as its state is known, with the bolts of all its locks. */
export function doorRoomOf(device: DeviceInfo, stale: boolean): DoorRoom {
  const { state } = device
  return {
    kind: 'home_door',
    freshness: drawnFreshness(device, stale),
    view: sceneOf(device, stale, null).view,
    isOpen: isDoorOpen(device) === true,
    bolts: Object.fromEntries(locksOf(state).map((lock) => [lock.type, BOLTS[lock.state]])),
    milk: state.magicFoilConnected ? (state.magicFoilOpacity ?? 0) : 0,
    doorLight: state.doorLightBrightness ?? 0,
    handleLight: state.handleLightBrightness ?? 0,
  }
}
