import * as z from 'zod/mini'
import { CAPABILITIES } from './capabilities.ts'
import { reportedSettingsSchema } from './device-settings.ts'
import { countsSchema, deviceStateSchema, targetSchema } from './device-state.ts'
import { deviceTypeSchema } from './device-types.ts'

export const PERMISSIONS = ['view', 'command', 'maintain'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The channels of a light that a link shares. */
export const deviceLinkSpecifierSchema = z.object({ light1: z.boolean(), light2: z.boolean() })
export type DeviceLinkSpecifier = z.infer<typeof deviceLinkSpecifierSchema>

/** What is required to unlock a door on every screen: a tap, a press of one second, the PIN of the door, or a passkey. */
export const UNLOCK_GESTURES = ['tap', 'hold', 'pin', 'passkey'] as const
export type UnlockGesture = (typeof UNLOCK_GESTURES)[number]
/** The PIN of a door. */
export const DEVICE_PIN = /^\d{4,8}$/

/** Not parsed here, because most pages never show these values. Pages that show them parse them with their own schema. */
const readWhereShown = z.optional(z.unknown())
const textWhereShown = z.optional(z.nullable(z.string()))

/** A device as the `info` calls and the realtime messages give it. Times are ISO 8601 UTC; saved positions are 0..1. */
export const deviceInfoSchema = z.object({
  ...countsSchema.shape,
  id: z.string(),
  name: z.string(),
  devicetype: deviceTypeSchema,
  connected: z.boolean(),
  /** The hardware generation, 1 or 2; null before the first connection. It decides nothing: `can` says what the device can do. */
  version: z.nullable(z.int()),
  permissions: z.array(z.enum(PERMISSIONS)),
  can: z.array(z.enum(CAPABILITIES)),
  settings: reportedSettingsSchema,
  favourite: z.nullable(targetSchema),
  ventilation: z.nullable(targetSchema),
  lastSeenAt: z.nullable(z.string()),
  /** Doors only: what is required to unlock it. */
  unlockBy: z.optional(z.enum(UNLOCK_GESTURES)),
  deviceLinkSpecifier: z.optional(deviceLinkSpecifierSchema),
  /** The id of the room in which the caller has placed it, null for none; absent for guests. */
  room: textWhereShown,
  /** What holds it in its safe position (`safetySchema`); null for nothing. */
  safety: readWhereShown,
  /** Whether the weather may move it; absent for guests. If false, `weatherAutomaticUntil` is when that ends. */
  weatherAutomatic: z.optional(z.boolean()),
  weatherAutomaticUntil: textWhereShown,
  /** For a shade, the token of the door behind it, null for none; absent for guests. */
  doorId: textWhereShown,
  /** How it follows the sun (`sunSchema`); null if it does not; absent for guests. */
  sun: readWhereShown,
  /** The e-mail address of the owner who shares it by a role, null for the caller's own devices; absent for guests. */
  owner: textWhereShown,
  /** When the last role that makes it visible ends, null for the caller's own devices and for no end; absent for guests. */
  until: textWhereShown,
  /** For the owner: who currently maintains it by a role (`maintenanceSchema`); null for nobody. */
  maintenance: readWhereShown,
  /** For the owner: the ids of the bridges that have it. */
  bridges: readWhereShown,
  /** For the owner of hardware of other makers: `deviceHardwareSchema`, one of `CONFIRMATIONS`, and `limitationSchema` of each. */
  hardware: readWhereShown,
  confirmation: readWhereShown,
  limitations: readWhereShown,
  /** Why its last upgrade failed (`upgradeFailureSchema`); absent if it did not fail. Absent for guests. */
  upgrade: readWhereShown,
  state: deviceStateSchema,
})
export type DeviceInfo = z.infer<typeof deviceInfoSchema>

/** Token → name. */
export const deviceListSchema = z.record(z.string(), z.string())
/** Token → info. */
export const deviceInfoMapSchema = z.record(z.string(), deviceInfoSchema)
