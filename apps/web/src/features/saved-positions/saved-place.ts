import {
  AXES,
  type DeviceInfo,
  type DeviceState,
  isAtTarget,
  isBusy,
  kindOf,
  LIMITS,
  type Target,
} from '@senca/contract'
import type { PlaceName } from '#features/device-model/device-paths.ts'
import { mainAxisOf } from '#features/device-model/views/shade-view.ts'

/** The position in the picture that was chosen here, or null while the picture follows the device. */
export type Draft = Target | null

/** The reported position of a device along the axes of its type; null while one of them is unknown. */
export function reportedPlace(
  device: Pick<DeviceInfo, 'devicetype'> & { state: DeviceState },
): Target | null {
  const place: Target = {}
  for (const axis of kindOf(device.devicetype).axes) {
    const share = device.state[axis]
    if (share === null) return null
    place[axis] = share
  }
  return place
}

/** The first position in the picture: the saved one, otherwise that of the device. */
export function startOf(device: DeviceInfo, name: PlaceName): Draft {
  const saved = device[name]
  return saved === null ? null : moved(saved, device, {})
}

/** The position that is in the picture and would be saved; null while nothing is known or chosen. */
export const shownPlace = (device: DeviceInfo, draft: Draft): Target | null => draft ?? reportedPlace(device)

/**
 * The position that Save stores: the chosen one, otherwise the reported one, or the target while the device is moving. `pending`
 * is the command in flight with its target. Null while the position is unknown; Save then waits for it.
 */
export function placeToSave(
  device: DeviceInfo,
  draft: Draft,
  pending: { target: Target | null } | null,
): Target | null {
  if (draft !== null) return draft
  const { state } = device
  if (pending === null && !isBusy(state.status)) return reportedPlace(device)
  const goal = pending === null ? state.target : pending.target
  const place: Target = {}
  for (const axis of kindOf(device.devicetype).axes) {
    // Slats turn during a lift, so their end position is unknown. Turning the slats does not change the lift.
    const share =
      goal?.[axis] ?? (axis === 'position' && goal?.inclination !== undefined ? state.position : null)
    if (share === null) return null
    place[axis] = share
  }
  return place
}

/** A position with one axis changed by hand; the others stay as they are in the picture. */
export function moved(place: Target | null, device: DeviceInfo, change: Target): Target {
  const drafted: Target = {}
  for (const axis of kindOf(device.devicetype).axes) {
    drafted[axis] = change[axis] ?? place?.[axis] ?? device.state[axis] ?? LIMITS.SLIDER_UNKNOWN_START
  }
  return drafted
}

/** Whether both are the same along every axis of the type, within half a step of the slider. */
export function isSamePlace(device: DeviceInfo, one: Target | null, other: Target | null): boolean {
  if (one === null || other === null) return one === other
  // A position that was saved for another type of shade is not comparable.
  if (other[mainAxisOf(device)] === undefined) return false
  const places = { position: one.position ?? null, inclination: one.inclination ?? null }
  const { axes } = kindOf(device.devicetype)
  const wished: Target = {}
  for (const axis of AXES) {
    if (axes.includes(axis) && other[axis] !== undefined) wished[axis] = other[axis]
  }
  return isAtTarget(places, wished, LIMITS.SLIDER_STEP / 2)
}

/** Whether leaving would lose something: `place` is known and differs from the saved position. */
export const isUnsaved = (device: DeviceInfo, name: PlaceName, place: Target | null): boolean =>
  place !== null && !isSamePlace(device, place, device[name])
