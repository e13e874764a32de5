import { type DeviceInfo, kindOf, targetOfMove } from '@senca/contract'
import type { Activity } from '#features/activity/index.ts'
import { type Actor, can } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import { effectiveTypeOf } from '../device-info.ts'
import type { DeviceService } from '../devices.service.ts'
import type { Device } from '../registry/device-row.ts'
import type { CapabilitiesOf, Shadow } from '../shadow/shadow.ts'
import type { Shadows } from '../shadow/shadows.ts'
import type { SettingsStore } from './settings.store.ts'

interface SettingsServiceOptions {
  devices: Pick<DeviceService, 'find' | 'infoOf'>
  store: Pick<SettingsStore, 'rename' | 'savePlace' | 'setDoor'>
  shadows: Shadows
  /** Whether the device is held in a place for safety, against this actor. */
  isHeld(actor: Actor, device: Device, shadow: Shadow): boolean
  activity: Pick<Activity, 'record'>
  /** Called after a change of a device that its info shows. */
  updated(deviceId: string): void
  capabilitiesOf: CapabilitiesOf
}

interface Percent {
  position?: number | undefined
  inclination?: number | undefined
}

export type SavedPlace = 'favourite' | 'ventilation'

/** The settings that the server stores for a device; the device may be offline. */
export function createSettingsService({
  devices,
  store,
  shadows,
  isHeld,
  activity,
  capabilitiesOf,
  updated,
}: SettingsServiceOptions) {
  return {
    /** Throws `device_not_exist`, `insufficient_permission`, `device_name_in_use`. */
    async rename(actor: Actor, id: string, name: string): Promise<DeviceInfo> {
      const device = await devices.find(actor, 'maintain', id)
      const renamed = await store.rename(device, name)
      if (renamed === 'name taken') throw new ApiError('device_name_in_use', { key: 'name', deviceId: id })
      if (renamed === null) throw new ApiError('device_not_exist', { deviceId: id })
      updated(id)
      activity.record(actor, renamed, {
        action: 'rename',
        details: { name },
        change: { before: { name: device.name }, after: { name } },
      })
      return devices.infoOf(actor, renamed)
    },

    /**
     * Sets the door behind a shade by its token; null for none. Nothing automatic locks somebody out there, so that only the owner
     * decides. Throws `device_not_exist`, `insufficient_permission`, and
     * `device_unsupported_action` if the device is no shade or the other one is no door.
     */
    async setDoor(actor: Actor, id: string, doorId: string | null): Promise<DeviceInfo> {
      const device = await devices.find(actor, 'own', id)
      const door = doorId === null ? null : await devices.find(actor, 'own', doorId)
      const familyOf = (one: typeof device) => kindOf(effectiveTypeOf(one, shadows.get(one.id))).family
      if (familyOf(device) !== 'shade') throw new ApiError('device_unsupported_action', { deviceId: id })
      if (door !== null && familyOf(door) !== 'door')
        throw new ApiError('device_unsupported_action', { key: 'door', deviceId: door.id })
      if (door !== null && door.ownerId !== device.ownerId)
        throw new ApiError('device_not_exist', { key: 'door', deviceId: door.id })
      const changed = await store.setDoor(device, doorId)
      if (changed === null) throw new ApiError('device_not_exist', { deviceId: id })
      updated(id)
      activity.record(actor, changed, {
        action: 'settings',
        details: { settings: ['doorId'] },
        change: { before: { doorId: device.doorId }, after: { doorId } },
      })
      return devices.infoOf(actor, changed)
    },

    /**
     * Saves a position (0..100 for each given axis) and replaces the one before. Throws `data_missing`, `device_not_exist`,
     * `insufficient_permission`, `device_unsupported_action`.
     */
    async savePlace(
      actor: Actor,
      which: SavedPlace,
      { token: id, ...percent }: { token: string } & Percent,
    ): Promise<DeviceInfo> {
      const device = await devices.find(actor, 'maintain', id)
      const place = targetOfMove(percent)
      // A scenario may hold the device at its ventilation position.
      const isSafePlace = which === 'ventilation' && isHeld(actor, device, shadows.get(id))
      if (isSafePlace && !can(actor, 'own', device))
        throw new ApiError('insufficient_permission', { deviceId: id })
      const axes = Object.keys(place)
      if (axes.length === 0) throw new ApiError('data_missing', { key: 'position', deviceId: id })
      const shadow = shadows.get(id)
      const type = effectiveTypeOf(device, shadow)
      const has: ReadonlySet<string> = new Set(kindOf(type).axes)
      const foreign = axes.find((axis) => !has.has(axis))
      if (foreign !== undefined)
        throw new ApiError('device_unsupported_action', { key: foreign, deviceId: id })
      if (which === 'ventilation' && !capabilitiesOf(type, shadow).includes('moveToVentilation'))
        throw new ApiError('device_unsupported_action', { deviceId: id })
      const saved = await store.savePlace(device, which, place)
      if (saved === null) throw new ApiError('device_not_exist', { deviceId: id })
      updated(id)
      activity.record(actor, saved, {
        action: which,
        details: place,
        change: { before: device[which], after: saved[which] },
      })
      return devices.infoOf(actor, saved)
    },
  }
}

export type SettingsService = ReturnType<typeof createSettingsService>
