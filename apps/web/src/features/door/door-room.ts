import type { DeviceInfo, LockState } from '@senca/contract'
import type { DoorTab } from '#features/device-model/views/door-tabs.ts'
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

/** Where the bolts are drawn: those of the lock of the open tab, otherwise the combined state of all locks. */
function boltsOf(device: DeviceInfo, tab: DoorTab | null): Bolts {
  const locks = locksOf(device.state)
  const notified = locks.filter(({ type }) => type === tab)
  const bolts = (notified.length > 0 ? notified : locks).map(({ state }) => BOLTS[state])
  if (bolts.length === 0) return 'unknown'
  return bolts.every((each) => each === 'out') ? 'out' : (bolts.find((each) => each !== 'out') ?? 'out')
}

/** The scene of a door in its room, as far as its state is known. */
export function doorRoomOf(device: DeviceInfo, stale: boolean, tab: DoorTab | null): DoorRoom {
  const { state } = device
  return {
    kind: 'home_door',
    freshness: drawnFreshness(device, stale),
    view: sceneOf(device, stale, null).view,
    isOpen: isDoorOpen(device) === true,
    bolts: boltsOf(device, tab),
    milk: state.magicFoilConnected ? (state.magicFoilOpacity ?? 0) : 0,
    doorLight: state.doorLightBrightness ?? 0,
    handleLight: state.handleLightBrightness ?? 0,
    ...(tab === null ? {} : { tab }),
  }
}
