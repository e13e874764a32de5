import {
  AXES,
  capabilitiesOf,
  type DeviceInfo,
  type DeviceSettings,
  type DeviceType,
  kindOf,
  meantSettings,
  PERMISSIONS,
  type Target,
  WORD_SETTINGS,
} from '@senca/contract'
import { type Actor, can } from '#features/rights/index.ts'
import type { Device } from './device-row.ts'
import { lentInfo } from './lent-info.ts'
import { type Shadow, stateOf } from './shadows/shadow.ts'
import { isSameFamily } from './shadows/status-change.ts'

/** The kind that a device is treated as: its shade type setting, else what it was made as. */
export function effectiveTypeOf(device: Device, shadow: Shadow): DeviceType {
  const chosen = shadow.settings.devicetype ?? device.settings.devicetype
  return chosen !== undefined && isSameFamily(chosen, device.type) ? chosen : device.type
}

/** What the hardware reports wins, over what is kept for hardware that never does; of words the home's own. */
function settingsOfDevice(device: Device, shadow: Shadow, type: DeviceType): DeviceSettings {
  const words = Object.fromEntries(
    Object.entries(device.settings).filter(([name]) => WORD_SETTINGS.some((word) => word === name)),
  )
  const settings = meantSettings({ ...device.settings, ...shadow.settings, ...words }, type)
  return settings.devicetype === undefined ? settings : { ...settings, devicetype: type }
}

/** A saved place along the axes that a kind has; null where nothing is left of it. */
function placeFor(type: DeviceType, saved: Target | null): Target | null {
  const { axes } = kindOf(type)
  const kept = AXES.flatMap((axis) => {
    const value = saved?.[axis]
    return value === undefined || !axes.includes(axis) ? [] : [[axis, value] as const]
  })
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

/** Where the home wants the device to ventilate, along the axes that it has now; null where nothing is saved. */
export const ventilationOf = (device: Device, shadow: Shadow): Target | null =>
  placeFor(effectiveTypeOf(device, shadow), device.ventilation)

/** A device as an actor sees it: of a link, what it lends of it. */
export function deviceInfoOf(actor: Actor, device: Device, shadow: Shadow): DeviceInfo {
  const grant = actor.kind === 'link' ? actor.grants.get(device.id) : undefined
  const info = wholeInfoOf(actor, device, shadow)
  return grant === undefined ? info : lentInfo(info, grant)
}

function wholeInfoOf(actor: Actor, device: Device, shadow: Shadow): DeviceInfo {
  const devicetype = effectiveTypeOf(device, shadow)
  const state = stateOf(shadow)
  return {
    id: device.id,
    name: device.name,
    devicetype,
    connected: shadow.connected,
    version: device.version,
    permissions: PERMISSIONS.filter((permission) => can(actor, permission, device)),
    can: capabilitiesOf(devicetype, state),
    settings: settingsOfDevice(device, shadow, devicetype),
    favourite: placeFor(devicetype, device.favourite),
    ventilation: ventilationOf(device, shadow),
    lastSeenAt: shadow.lastSeenAt?.toISOString() ?? null,
    ...(kindOf(devicetype).family === 'door' ? { unlockBy: device.unlockBy } : {}),
    ...shadow.counts,
    state,
  }
}

/** Whether a report changed what a device's info says beside its state: its settings, or the parts that it has. */
export function isInfoChange(before: Shadow, after: Shadow): boolean {
  if (after.fields === before.fields && after.settings === before.settings) return false
  const seen = (shadow: Shadow) => {
    const state = stateOf(shadow)
    return JSON.stringify([
      shadow.settings,
      capabilitiesOf('home_door', state),
      capabilitiesOf('light', state),
    ])
  }
  return seen(before) !== seen(after)
}
