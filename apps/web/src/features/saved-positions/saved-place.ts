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
import { mainAxisOf } from '#features/device-model/shade-view.ts'

/** What is on the picture: a place drafted here, or null while it follows the device. */
export type Draft = Target | null

/** Where a device stands, along the axes of its kind; null while one of them is not known. */
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

/** What is on the picture at first: the saved place, else the device itself. */
export function startOf(device: DeviceInfo, name: PlaceName): Draft {
  const saved = device[name]
  return saved === null ? null : moved(saved, device, {})
}

/** What is on the picture, and would be saved; null while nothing is known and nothing was drafted. */
export const shownPlace = (device: DeviceInfo, draft: Draft): Target | null => draft ?? reportedPlace(device)

/**
 * What Save keeps: what was drafted, else where the device stands, or where it is going while it is under way. `pending`
 * is the command that is on its way, with its target. Null while that is not known: Save waits for it.
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
    // Slats turn with a lift; a lift stays where slats are turned.
    const share =
      goal?.[axis] ?? (axis === 'position' && goal?.inclination !== undefined ? state.position : null)
    if (share === null) return null
    place[axis] = share
  }
  return place
}

/** A place with one axis moved by hand; the others stay where the picture has them. */
export function moved(place: Target | null, device: DeviceInfo, change: Target): Target {
  const drafted: Target = {}
  for (const axis of kindOf(device.devicetype).axes) {
    drafted[axis] = change[axis] ?? place?.[axis] ?? device.state[axis] ?? LIMITS.SLIDER_UNKNOWN_START
  }
  return drafted
}

/** Whether the two are the same along every axis of the kind, within half a step of the slider. */
export function isSamePlace(device: DeviceInfo, one: Target | null, other: Target | null): boolean {
  if (one === null || other === null) return one === other
  // A place that was saved when it was another kind of shade says nothing of this one.
  if (other[mainAxisOf(device)] === undefined) return false
  const places = { position: one.position ?? null, inclination: one.inclination ?? null }
  const { axes } = kindOf(device.devicetype)
  const wished: Target = {}
  for (const axis of AXES) {
    if (axes.includes(axis) && other[axis] !== undefined) wished[axis] = other[axis]
  }
  return isAtTarget(places, wished, LIMITS.SLIDER_STEP / 2)
}

/** Whether leaving would lose something: `place`, which would be saved, is one, and not the one that is saved. */
export const isUnsaved = (device: DeviceInfo, name: PlaceName, place: Target | null): boolean =>
  place !== null && !isSamePlace(device, place, device[name])
