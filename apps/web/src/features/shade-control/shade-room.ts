import type { Axis, Target } from '@senca/contract'
import { isBusy, slatAngle } from '@senca/contract'
import { drawnFreshness, sceneOf } from '#features/device-model/views/scene-of.ts'
import { angleOf, mainAxisOf, type ShadeDevice } from '#features/device-model/views/shade-view.ts'
import type { ShadeRoom } from '#light/room/room-scene.ts'
import type { Draft } from './draft-store.ts'

/** The scene of a shade in its room: the reported value, the target and the dragged value. */
export function shadeRoomOf(
  device: ShadeDevice,
  stale: boolean,
  goal: Target | null,
  draft: Draft,
): ShadeRoom {
  const { state } = device
  const axis: Axis = mainAxisOf(device)
  const inclination = draft.inclination ?? state.inclination
  return {
    kind: device.devicetype,
    freshness: drawnFreshness(device, stale),
    view: sceneOf(device, stale, null).view,
    reported: state[axis],
    target: goal?.[axis] ?? null,
    draft: draft[axis],
    tilt:
      device.devicetype === 'pergola' || inclination === null
        ? slatAngle(0.5, 'full_180')
        : angleOf(device, inclination),
    isBusy: isBusy(state.status) && !stale,
  }
}
