import * as z from 'zod/mini'
import { CAPABILITIES } from './capabilities.ts'
import { toldSettingsSchema } from './device-settings.ts'
import { countsSchema, deviceStateSchema, targetSchema } from './device-state.ts'
import { deviceTypeSchema } from './device-types.ts'

export const PERMISSIONS = ['view', 'command', 'maintain'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The channels of a light that a link lends. */
export const deviceLinkSpecifierSchema = z.object({ light1: z.boolean(), light2: z.boolean() })
export type DeviceLinkSpecifier = z.infer<typeof deviceLinkSpecifierSchema>

/** What unlocking a door takes on every screen: a tap, a hold of one second, the door's PIN or a passkey. */
export const UNLOCK_GESTURES = ['tap', 'hold', 'pin', 'passkey'] as const
export type UnlockGesture = (typeof UNLOCK_GESTURES)[number]
/** The PIN of a door. */
export const DEVICE_PIN = /^\d{4,8}$/

/** Most pages never show it: those that do read it by the schema of its own. */
const readWhereShown = z.optional(z.unknown())
const textWhereShown = z.optional(z.nullable(z.string()))

/** A device as its `info` call and the realtime subjects give it. Times are ISO 8601 UTC; saved positions are 0..1. */
export const deviceInfoSchema = z.object({
  ...countsSchema.shape,
  id: z.string(),
  name: z.string(),
  devicetype: deviceTypeSchema,
  connected: z.boolean(),
  /** The generation of the hardware, 1 or 2; null before it first connected. */
  version: z.nullable(z.int()),
  permissions: z.array(z.enum(PERMISSIONS)),
  can: z.array(z.enum(CAPABILITIES)),
  settings: toldSettingsSchema,
  favourite: z.nullable(targetSchema),
  ventilation: z.nullable(targetSchema),
  lastSeenAt: z.nullable(z.string()),
  /** Doors only: what unlocking takes. */
  unlockBy: z.optional(z.enum(UNLOCK_GESTURES)),
  deviceLinkSpecifier: z.optional(deviceLinkSpecifierSchema),
  /** The id of the room that the caller put it into, null for none; guests are not told. */
  room: textWhereShown,
  /** What holds it where it is safe, as `safetySchema` reads it; null for nothing. */
  safety: readWhereShown,
  /** Whether the weather may move it; guests are not told. While it may not, until when. */
  weatherAutomatic: z.optional(z.boolean()),
  weatherAutomaticUntil: textWhereShown,
  /** Of a shade the token of the door behind it, null for none; guests are not told. */
  doorId: textWhereShown,
  /** How it follows the sun, as `sunSchema` reads it; null where it does not, guests are not told. */
  sun: readWhereShown,
  /** The e-mail address of the account that lends it by a role, null for one's own; guests are not told. */
  owner: textWhereShown,
  /** When the last role ends by which it can be seen, null for one's own and for no end; guests are not told. */
  until: textWhereShown,
  /** Who maintains it by a role now, as `maintenanceSchema` reads it, for its owner; null for nobody. */
  maintenance: readWhereShown,
  /** Why its last upgrade failed, as `upgradeFailureSchema` reads it; absent where it did not. Guests are not told. */
  upgrade: readWhereShown,
  state: deviceStateSchema,
})
export type DeviceInfo = z.infer<typeof deviceInfoSchema>

/** Token → name. */
export const deviceListSchema = z.record(z.string(), z.string())
/** Token → info. */
export const deviceInfoMapSchema = z.record(z.string(), deviceInfoSchema)
