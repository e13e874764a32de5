import type { DeviceInfo } from '@senca/contract'
import { type Actor, can, lastRoleFor, roleUsed } from '#features/rights/index.ts'
import type { MaintenanceOf } from './device-info.ts'
import type { Device } from './registry/device-row.ts'

/** Until when roles share a device with the actor, including roles that start later; null if one has no end. */
const untilOf = (actor: Actor, device: Device): string | null =>
  lastRoleFor(actor, device)?.endsAt?.toISOString() ?? null

/** The owner of a device, until when it is shared, and for the owner also who maintains it. */
export function lendingOf(
  actor: Actor,
  device: Device,
  maintenanceOf: MaintenanceOf,
): Pick<DeviceInfo, 'owner' | 'until' | 'maintenance'> {
  const role = roleUsed(actor, 'view', device)
  if (role !== null) return { owner: role.ownerEmail, until: untilOf(actor, device) }
  const isOwn = can(actor, 'own', device)
  return { owner: null, until: null, ...(isOwn ? { maintenance: maintenanceOf(device.id) } : {}) }
}
