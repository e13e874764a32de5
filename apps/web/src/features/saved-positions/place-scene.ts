import { type DeviceInfo, kindOf, slatAngle, type Target } from '@senca/contract'
import { viewOf } from '#features/device-model/views/scene-of.ts'
import { mainAxisOf } from '#features/device-model/views/shade-view.ts'
import type { RoomScene } from '#light/room/room-scene.ts'

/**
 * The scene of a shade at a saved or chosen position, independent of its current state. Null for a device that is not a shade.
 */
export function placeSceneOf(device: DeviceInfo, place: Target | null): RoomScene | null {
  const { devicetype } = device
  if (devicetype === 'home_door' || devicetype === 'light' || kindOf(devicetype).family !== 'shade')
    return null
  const inclination = place?.inclination ?? device.state.inclination ?? 0.5
  return {
    kind: devicetype,
    freshness: 'live',
    view: viewOf(device.id),
    reported: place?.[mainAxisOf(device)] ?? null,
    target: null,
    draft: null,
    tilt: slatAngle(inclination, device.settings.inclinationType ?? 'full_180'),
    isBusy: false,
  }
}
