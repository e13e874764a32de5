import {
  AXES,
  applicableSettings,
  type DeviceInfo,
  type DeviceSettings,
  type DeviceType,
  HOME_SETTINGS,
  kindOf,
  PERMISSIONS,
  type Target,
} from '@senca/contract'
import { SUN_TYPES } from '@senca/contract/automation'
import { type Actor, can, grantOf, lastRoleFor, roleUsed } from '#features/rights/index.ts'
import type { HardwareOf } from './entity-hardware.ts'
import type { Device } from './registry/device-row.ts'
import { isSameFamily } from './registry/status-change.ts'
import { deviceCapabilities, isUpgrading, type Shadow, stateOf } from './shadow/shadow.ts'
import { sharedInfo } from './shared-info.ts'

/** The type that a device is treated as: its shade type setting, or else the type it was made as. */
export function effectiveTypeOf(device: Device, shadow: Shadow): DeviceType {
  const chosen = shadow.settings.devicetype ?? device.settings.devicetype
  return chosen !== undefined && isSameFamily(chosen, device.type) ? chosen : device.type
}

/** Merges the kept settings with the reported ones. Reported settings win, except for texts, where the home's own win. */
export function settingsOfDevice(
  device: Device,
  shadow: Shadow,
  type = effectiveTypeOf(device, shadow),
): DeviceSettings {
  const words = Object.fromEntries(
    Object.entries(device.settings).filter(([name]) => HOME_SETTINGS.some((word) => word === name)),
  )
  const settings = applicableSettings({ ...device.settings, ...shadow.settings, ...words }, type)
  return settings.devicetype === undefined ? settings : { ...settings, devicetype: type }
}

/** A saved position along the axes that a type has; null if none of its axes remain. */
function placeFor(type: DeviceType, saved: Target | null): Target | null {
  const { axes } = kindOf(type)
  const kept = AXES.flatMap((axis) => {
    const value = saved?.[axis]
    return value === undefined || !axes.includes(axis) ? [] : [[axis, value] as const]
  })
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

/** The ventilation position that the home has saved, along the axes that the device has now; null if none is saved. */
export const ventilationOf = (device: Device, shadow: Shadow): Target | null =>
  placeFor(effectiveTypeOf(device, shadow), device.ventilation)

/** Returns the room into which an account put a device; null for none. */
export type RoomOf = (accountId: string, deviceId: string) => string | null

/** Returns who currently maintains a device by a role; null for nobody. */
export type MaintenanceOf = (deviceId: string) => NonNullable<DeviceInfo['maintenance']> | null

/** Returns the ids of the bridges that have a device, for its owner. */
export type BridgesOf = (deviceId: string) => string[]

/** Data from other features and from drivers that the info of devices contains. */
export interface Surroundings {
  roomOf: RoomOf
  maintenanceOf: MaintenanceOf
  hardwareOf: HardwareOf
  bridgesOf: BridgesOf
}

/** The parts of an info that come neither from the device row nor from its reports. */
interface InfoParts extends Surroundings {
  version: number | null
  /** The safety part. Properties that the actor may not see are absent. */
  safety: Pick<DeviceInfo, 'safety' | 'weatherAutomatic' | 'weatherAutomaticUntil'>
}

/** A device as an actor sees it. A link sees only what it shares. */
export function deviceInfoOf(actor: Actor, device: Device, shadow: Shadow, parts: InfoParts): DeviceInfo {
  const grant = grantOf(actor, device.id)
  const info = wholeInfoOf(actor, device, shadow, parts)
  return grant === undefined ? info : sharedInfo(info, grant, actor)
}

function wholeInfoOf(
  actor: Actor,
  device: Device,
  shadow: Shadow,
  { version, roomOf, maintenanceOf, hardwareOf, bridgesOf, safety }: InfoParts,
): DeviceInfo {
  const devicetype = effectiveTypeOf(device, shadow)
  const state = stateOf(shadow)
  return {
    id: device.id,
    name: device.name,
    devicetype,
    connected: shadow.connected,
    version,
    permissions: PERMISSIONS.filter((permission) => can(actor, permission, device)),
    can: capabilitiesNow(devicetype, shadow, version),
    settings: settingsOfDevice(device, shadow, devicetype),
    favourite: placeFor(devicetype, device.favourite),
    ventilation: ventilationOf(device, shadow),
    lastSeenAt: shadow.lastSeenAt?.toISOString() ?? null,
    ...(kindOf(devicetype).family === 'door' ? { unlockBy: device.unlockBy } : {}),
    ...(actor.kind === 'link'
      ? {}
      : {
          room: roomOf(actor.accountId, device.id),
          ...sharingOf(actor, device, maintenanceOf),
          ...upgradeOf(device),
          ...(can(actor, 'own', device) ? { ...hardwareOf(device.id), bridges: bridgesOf(device.id) } : {}),
        }),
    ...safety,
    ...(SUN_TYPES.has(devicetype) ? { sun: device.sun } : {}),
    ...(kindOf(devicetype).family === 'shade' ? { doorId: seenDoorOf(actor, device) } : {}),
    ...shadow.counts,
    state,
  }
}

/** Until when roles share a device with the actor, including roles that start later; null if one has no end. */
const untilOf = (actor: Actor, device: Device): string | null =>
  lastRoleFor(actor, device)?.endsAt?.toISOString() ?? null

/** The owner of a device, until when it is shared, and for the owner also who maintains it. */
function sharingOf(
  actor: Actor,
  device: Device,
  maintenanceOf: MaintenanceOf,
): Pick<DeviceInfo, 'owner' | 'until' | 'maintenance'> {
  const role = roleUsed(actor, 'view', device)
  if (role !== null) return { owner: role.ownerEmail, until: untilOf(actor, device) }
  const isOwn = can(actor, 'own', device)
  return { owner: null, until: null, ...(isOwn ? { maintenance: maintenanceOf(device.id) } : {}) }
}

/** The door behind a shade; null if there is none or the actor may not see that door. */
const seenDoorOf = (actor: Actor, { doorId, ownerId }: Device): string | null =>
  doorId !== null && can(actor, 'view', { id: doorId, ownerId }) ? doorId : null

/** An upgrade cannot be stopped, so the stop capability is absent while one runs. */
const capabilitiesNow = (type: DeviceType, shadow: Shadow, version: number | null) =>
  deviceCapabilities(type, shadow, version).filter(
    (capability) => capability !== 'stop' || !isUpgrading(shadow),
  )

const upgradeOf = ({ upgradeFailure }: Device): Pick<DeviceInfo, 'upgrade'> =>
  upgradeFailure === null ? {} : { upgrade: upgradeFailure }

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/**
 * Whether an event changed something in the device's info other than its state: settings or capabilities. No event changes the
 * hardware generation.
 */
export function isInfoChange(before: Shadow, after: Shadow): boolean {
  if (isUpgrading(before) !== isUpgrading(after) || !isEqual(before.settings, after.settings)) return true
  if (after.fields === before.fields && after.endpoints === before.endpoints) return false
  const types = ['home_door', 'light'] as const
  return types.some(
    (type) => !isEqual(deviceCapabilities(type, before, null), deviceCapabilities(type, after, null)),
  )
}
