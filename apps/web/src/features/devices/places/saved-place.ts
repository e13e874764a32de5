import {
  AXES,
  type DeviceInfo,
  type DeviceState,
  isAtTarget,
  kindOf,
  LIMITS,
  type Target,
} from '@senca/contract'
import { mainAxisOf } from '../card/shade-view.ts'

/** The two places that a shade is asked to remember. */
export type PlaceName = 'favourite' | 'ventilation'

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

/** Whether leaving would lose something: the picture shows a place, and it is not the one that is saved. */
export function isUnsaved(device: DeviceInfo, name: PlaceName, draft: Draft): boolean {
  const shown = shownPlace(device, draft)
  return shown !== null && !isSamePlace(device, shown, device[name])
}
