import { capabilitiesOf, type DeviceInfo, type DeviceType, PERMISSIONS } from '@senca/contract'
import { type Actor, can } from '#features/rights/index.ts'
import type { Device } from './devices.store.ts'
import { type Shadow, stateOf } from './shadow.ts'
import { isSameFamily } from './status-change.ts'

/** The kind that a device is treated as: its shade type setting, else what it was made as. */
export function effectiveTypeOf(device: Device, shadow: Shadow): DeviceType {
  const chosen = shadow.settings.devicetype ?? device.settings.devicetype
  return chosen !== undefined && isSameFamily(chosen, device.type) ? chosen : device.type
}

/** A device as an actor sees it. */
export function deviceInfoOf(actor: Actor, device: Device, shadow: Shadow): DeviceInfo {
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
    settings: { ...device.settings, ...shadow.settings },
    favourite: device.favourite,
    ventilation: device.ventilation,
    lastSeenAt: shadow.lastSeenAt?.toISOString() ?? null,
    ...shadow.counts,
    state,
  }
}

/** Whether a report changed what a device's info says beside its state: its settings, or the parts that it has. */
export function isInfoChange(before: Shadow, after: Shadow): boolean {
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
