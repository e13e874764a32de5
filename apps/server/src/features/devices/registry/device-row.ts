import {
  type DeviceSettings,
  type DeviceType,
  deviceSettingsSchema,
  deviceTypeSchema,
  type Target,
  targetSchema,
  type UnlockGesture,
} from '@senca/contract'
import { type Sun, sunSchema } from '@senca/contract/automation'
import { type UpgradeFailure, upgradeFailureSchema } from '@senca/contract/hardware'
import * as z from 'zod/mini'
import type { devices } from '../devices.schema.ts'

/** What is known and decided about a device, beside its hardware and what that reports. */
export interface Device {
  id: string
  type: DeviceType
  ownerId: string | null
  name: string
  settings: DeviceSettings
  favourite: Target | null
  ventilation: Target | null
  /** How it follows the sun; null where nobody said. */
  sun: Sun | null
  /** Of a shade: the door behind it; nothing automatic closes the shade while that is not known to be closed. */
  doorId: string | null
  /** Of a door: what unlocking it takes. */
  unlockBy: UnlockGesture
  isClaimable: boolean
  claimableUntil: Date | null
  saidFactoryReset: boolean
  mustForget: boolean
  /** Its hardware has not taken yet the settings of the one that it replaced. */
  mustTakeSettings: boolean
  /** Why its last upgrade failed; null where it did not. */
  upgradeFailure: UpgradeFailure | null
  /** When it came to its owner. */
  claimedAt: Date | null
}

const savedSchema = z.nullable(targetSchema)
const keptSettingsSchema = z.record(z.string(), z.unknown())

/** What an older version kept and this one would not take is left out. */
function settingsOfRow(raw: unknown): DeviceSettings {
  const kept = keptSettingsSchema.parse(raw)
  const issues = deviceSettingsSchema.safeParse(kept).error?.issues ?? []
  const unreadable = new Set(issues.map(({ path }) => path[0]))
  return deviceSettingsSchema.parse(
    Object.fromEntries(Object.entries(kept).filter(([name]) => !unreadable.has(name))),
  )
}

export const deviceOf = (row: typeof devices.$inferSelect): Device => ({
  id: row.id,
  type: deviceTypeSchema.parse(row.type),
  ownerId: row.ownerId,
  name: row.name ?? '',
  settings: settingsOfRow(row.settings),
  favourite: savedSchema.parse(row.favourite),
  ventilation: savedSchema.parse(row.ventilation),
  sun: sunSchema.safeParse(row.sun).data ?? null,
  upgradeFailure: upgradeFailureSchema.safeParse(row.upgradeFailure).data ?? null,
  doorId: row.doorId,
  unlockBy: row.unlockBy ?? 'tap',
  isClaimable: row.isClaimable,
  claimableUntil: row.claimableUntil,
  saidFactoryReset: row.saidFactoryReset,
  mustForget: row.mustForget,
  mustTakeSettings: row.mustTakeSettings,
  claimedAt: row.claimedAt,
})

const UNIQUE_VIOLATION = '23505'

/** Whether the database refused a name because another device of the account has it. */
export const isNameTaken = (error: unknown): boolean => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const parsed = z.object({ code: z.literal(UNIQUE_VIOLATION), constraint: z.string() }).safeParse(cause)
  return parsed.success && parsed.data.constraint === 'devices_owner_id_name_key'
}
