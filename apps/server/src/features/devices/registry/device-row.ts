import {
  type DeviceSettings,
  type DeviceType,
  deviceSettingsSchema,
  deviceTypeSchema,
  type Target,
  targetSchema,
  type UnlockGesture,
} from '@senca/contract'
import { type SafePlaces, type Sun, safePlacesSchema, sunSchema } from '@senca/contract/automation'
import { type UpgradeFailure, upgradeFailureSchema } from '@senca/contract/hardware'
import * as z from 'zod/mini'
import type { devices } from '../devices.schema.ts'

/** The stored data of a device, without its hardware and reported state. */
export interface Device {
  id: string
  type: DeviceType
  ownerId: string | null
  name: string
  settings: DeviceSettings
  /** The safe positions before their last change, which count until a hold that began before it has ended; null if there are none. */
  formerSafePlaces: FormerSafePlaces | null
  favourite: Target | null
  ventilation: Target | null
  /** How the device follows the sun; null if not set. */
  sun: Sun | null
  /** For a shade: the door behind it. Automatic actions close the shade only if this door is known to be closed. */
  doorId: string | null
  /** For a door: the gesture that unlocking requires. */
  unlockBy: UnlockGesture
  isClaimable: boolean
  claimableUntil: Date | null
  reportedFactoryReset: boolean
  mustForget: boolean
  /** The hardware has not yet applied the settings of the device that it replaced. */
  mustSendSettings: boolean
  /** Why the last upgrade failed; null if it did not fail. */
  upgradeFailure: UpgradeFailure | null
  /** When the device was added to its owner's home. */
  claimedAt: Date | null
}

const formerSafePlacesSchema = z.object({ places: safePlacesSchema, changedAt: z.iso.datetime() })
export type FormerSafePlaces = z.infer<typeof formerSafePlacesSchema>
/** Kept beside the settings, so that both change at once. No API reads or writes it. */
const FORMER = 'formerSafePlaces'

/** What is stored when safe positions change. */
export const keptSafePlaces = (safePlaces: SafePlaces, former: FormerSafePlaces) => ({
  safePlaces,
  [FORMER]: former,
})

const savedSchema = z.nullable(targetSchema)
const keptSettingsSchema = z.record(z.string(), z.unknown())

/** Leaves out settings of another version that are not valid in this one. */
function settingsOfRow(raw: unknown): DeviceSettings {
  const kept = keptSettingsSchema.safeParse(raw).data ?? {}
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
  formerSafePlaces:
    formerSafePlacesSchema.safeParse(keptSettingsSchema.safeParse(row.settings).data?.[FORMER]).data ?? null,
  favourite: savedSchema.safeParse(row.favourite).data ?? null,
  ventilation: savedSchema.safeParse(row.ventilation).data ?? null,
  sun: sunSchema.safeParse(row.sun).data ?? null,
  upgradeFailure: upgradeFailureSchema.safeParse(row.upgradeFailure).data ?? null,
  doorId: row.doorId,
  unlockBy: row.unlockBy ?? 'tap',
  isClaimable: row.isClaimable,
  claimableUntil: row.claimableUntil,
  reportedFactoryReset: row.reportedFactoryReset,
  mustForget: row.mustForget,
  mustSendSettings: row.mustSendSettings,
  claimedAt: row.claimedAt,
})

/** Devices whose type only a newer version knows are left out and passed to `unknown`, so that the others can be used. */
export const knownDevicesOf = (
  rows: readonly (typeof devices.$inferSelect)[],
  unknown: (row: { id: string; type: string }) => void,
): Device[] =>
  rows.flatMap((row) => {
    if (deviceTypeSchema.safeParse(row.type).success) return [deviceOf(row)]
    unknown(row)
    return []
  })

const UNIQUE_VIOLATION = '23505'

/** Whether the database refused a name because another device of the account has it. */
export const isNameTaken = (error: unknown): boolean => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const parsed = z.object({ code: z.literal(UNIQUE_VIOLATION), constraint: z.string() }).safeParse(cause)
  return parsed.success && parsed.data.constraint === 'devices_owner_id_name_key'
}
