import * as z from 'zod/mini'
import { safetyReasonSchema } from '../automation/safety.ts'
import { LIGHT_TYPES, LOCK_TYPES } from '../devices/commands.ts'
import { unitSchema } from '../devices/device-state.ts'
import { HEALTH_SIGNS } from '../devices/health-signs.ts'
import { RESULT_DETAILS } from '../devices/results.ts'
import { BRIDGE_KINDS } from '../sharing/bridge-kinds.ts'

/**
 * The source of an action: the app of the owner, a role, a link, a scenario, or sun shading. `wall_switch` is everything that
 * moved the device on site (switch, key, hand); `device` is what it did by itself (for example a lock that locks again).
 */
export const ACTIVITY_ORIGINS = [
  'app',
  'role',
  'link',
  'scenario',
  'sun',
  'bridge',
  'wall_switch',
  'device',
] as const
export type ActivityOrigin = (typeof ACTIVITY_ORIGINS)[number]

/** Actions that are requested from a device and take time, and therefore have a result. */
export const ASKED_ACTIONS = [
  'move',
  'move_to_ventilation',
  'unlock',
  'lock',
  'light_apply',
  'magic_foil_apply',
  'stop',
  'recalibrate',
  'restart',
  'test_move',
] as const

/** Actions that maintain a device rather than use it. */
export const MAINTENANCE_ACTIONS = [
  'recalibrate',
  'restart',
  'test_move',
  'rename',
  'settings',
  'favourite',
  'ventilation',
  'weather_automatic',
  'upgraded',
] as const

/** What happens between a Matter bridge and an app of another maker. No device is concerned. */
export const BRIDGE_ACTIONS = ['bridge_paired', 'bridge_unpaired', 'bridge_lost', 'bridge_found'] as const

/** All actions of the activity log: requested from a device, changed about it, or observed without a request. */
export const ACTIVITY_ACTIONS = [
  ...ASKED_ACTIONS,
  'rename',
  'settings',
  'favourite',
  'ventilation',
  'unlock_guard',
  'weather_automatic',
  'claimed',
  'transferred',
  'received',
  'deleted',
  'moved',
  'switched',
  'unlocked',
  'locked',
  'jammed',
  'door_opened',
  'door_closed',
  'factory_reset',
  'replaced',
  'upgraded',
  'upgrade_failed',
  'key_added',
  'key_deleted',
  'secret_enabled',
  'secret_disabled',
  'counts_began_again',
  'health_sign',
  ...BRIDGE_ACTIONS,
] as const
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number]

/** A bridge that asked a person to unlock a door. */
export const askedBySchema = z.object({ id: z.string(), kind: z.string(), name: z.string() })
export type AskedBy = z.infer<typeof askedBySchema>

const optionalUnit = z.optional(z.nullable(unitSchema))

/** Details of an action; axes, brightness and opacity are 0..1. */
export const activityDetailsSchema = z.object({
  position: optionalUnit,
  inclination: optionalUnit,
  lockType: z.optional(z.enum(LOCK_TYPES)),
  lightType: z.optional(z.enum(LIGHT_TYPES)),
  brightness: optionalUnit,
  opacity: optionalUnit,
  /** Seconds; null for the unlock duration that the door is set to. */
  unlockDuration: z.optional(z.nullable(z.number())),
  /** The new name. */
  name: z.optional(z.string()),
  /** The firmware of an upgrade. */
  version: z.optional(z.string()),
  /** Why an upgrade failed. */
  upgradeError: z.optional(z.string()),
  /** The sign of a possible fault of the device. */
  healthSign: z.optional(z.enum(HEALTH_SIGNS)),
  /** The names of the settings that were changed. */
  settings: z.optional(z.array(z.string())),
  /** Why the device was moved to safety. */
  cause: z.optional(safetyReasonSchema),
  /** Why the owner moved a device that was held for safety. */
  overrideReason: z.optional(z.string()),
  /** Whether the weather may move the device. If false, `until` is when that ends. */
  automatic: z.optional(z.boolean()),
  until: z.optional(z.nullable(z.string())),
  /** The direction of a test movement of a shade. */
  direction: z.optional(z.enum(['open', 'close'])),
  /** The address that a device was transferred to or came from. */
  email: z.optional(z.string()),
  /** A person ran the scenario. */
  isByHand: z.optional(z.boolean()),
  /** The found hardware that was tried; it is in no device. */
  entity: z.optional(z.object({ id: z.string(), name: z.string() })),
  /** The bridge that asked for an unlock, as it is kept; entries have it beside their details. */
  askedBy: z.optional(askedBySchema),
  /** The command whose late effect this is: it was sent, and nobody confirmed it in time. */
  late: z.optional(z.object({ action: z.enum(ASKED_ACTIONS), at: z.string() })),
  /** The number of earlier entries of the same device, or refusals of the same bridge there, that were left out because there were too many. */
  leftOut: z.optional(z.int().check(z.positive())),
})
export type ActivityDetails = z.infer<typeof activityDetailsSchema>

/** The progress of a command. `durationMs` is counted from the time when it was sent. */
export const activityResultSchema = z.object({
  status: z.enum(['sent', 'acknowledged', 'success', 'unconfirmed', 'error']),
  error: z.optional(z.string()),
  error_detail: z.optional(z.enum(RESULT_DETAILS)),
  position: optionalUnit,
  inclination: optionalUnit,
  durationMs: z.optional(z.number()),
})
export type ActivityResult = z.infer<typeof activityResultSchema>

export const activityBridgeSchema = z.object({
  id: z.string(),
  kind: z.enum(BRIDGE_KINDS),
  via: z.nullable(z.string()),
})

/** One entry of a home's activity log. Times are ISO 8601 UTC. */
export const activityEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  /** Null for an entity that is in no device, which is in the details, and for what concerns a bridge alone. */
  deviceId: z.nullable(z.string()),
  /** The current name of the device, or the last name that it had in this home; of an entity or a bridge its name. */
  deviceName: z.string(),
  origin: z.enum(ACTIVITY_ORIGINS),
  /**
   * Who did it: an e-mail address, or the name of a link, scenario or bridge; null for actions on site. Only the owner sees the addresses
   * of other people.
   */
  by: z.nullable(z.string()),
  /** The bridge that did it. `via` is the ecosystem or client through which it was asked; null if nothing says so. */
  bridge: z.optional(activityBridgeSchema),
  /** The role that allowed the action, with its name at that time; null for none. */
  role: z.optional(z.nullable(z.object({ id: z.string(), name: z.string() }))),
  /** The bridge that asked the person to unlock; absent if the person did it unasked. */
  askedBy: z.optional(askedBySchema),
  action: z.enum(ACTIVITY_ACTIONS),
  details: activityDetailsSchema,
  /** The result of a requested action; null if it was only observed or was done at once. */
  result: z.nullable(activityResultSchema),
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>

/**
 * `GET activity/list`: newest first, of one device or of all that the caller may view. `before` is the id of the last entry that
 * the caller has.
 */
export const activityListQuerySchema = z.object({
  devicetoken: z.optional(z.string()),
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})
export const activityListSchema = z.object({ entries: z.array(activityEntrySchema), more: z.boolean() })

/** `GET activity/export`: all entries of the same list as CSV (RFC 4180, UTF-8). */
export const activityExportQuerySchema = z.object({ devicetoken: z.optional(z.string()) })
