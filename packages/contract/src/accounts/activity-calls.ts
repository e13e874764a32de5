import * as z from 'zod/mini'
import { safetyReasonSchema } from '../automation/safety.ts'
import { LIGHT_TYPES, LOCK_TYPES } from '../devices/commands.ts'
import { unitSchema } from '../devices/device-state.ts'
import { HEALTH_SIGNS } from '../devices/health-signs.ts'
import { RESULT_DETAILS } from '../devices/results.ts'

/**
 * Where an action came from: the app of the owner, a role, a link, a scenario, the shading by the sun; `wall_switch` is everything that moved a
 * device on the spot (switch, key, hand), `device` what it did by itself (a lock that locks again).
 */
export const ACTIVITY_ORIGINS = ['app', 'role', 'link', 'scenario', 'sun', 'wall_switch', 'device'] as const
export type ActivityOrigin = (typeof ACTIVITY_ORIGINS)[number]

/** What is asked of a device and takes its time, and so has a result. */
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

/** What who looks after a device does with it, and not who uses it. */
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

/** What was asked of a device, changed about it, or seen of it without having been asked. */
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
] as const
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number]

const optionalUnit = z.optional(z.nullable(unitSchema))

/** What an action was about; axes, brightness and opacity are 0..1. */
export const activityDetailsSchema = z.object({
  position: optionalUnit,
  inclination: optionalUnit,
  lockType: z.optional(z.enum(LOCK_TYPES)),
  lightType: z.optional(z.enum(LIGHT_TYPES)),
  brightness: optionalUnit,
  opacity: optionalUnit,
  /** Seconds; null for the time that the door is set to. */
  unlockDuration: z.optional(z.nullable(z.number())),
  /** The new name. */
  name: z.optional(z.string()),
  /** The firmware of an upgrade. */
  version: z.optional(z.string()),
  /** Why an upgrade failed. */
  upgradeError: z.optional(z.string()),
  /** What hints at a fault of the device. */
  healthSign: z.optional(z.enum(HEALTH_SIGNS)),
  /** The settings that were changed, by their names. */
  settings: z.optional(z.array(z.string())),
  /** Why it was moved to safety. */
  cause: z.optional(safetyReasonSchema),
  /** Why the owner moved a device that was held for its safety. */
  overrideReason: z.optional(z.string()),
  /** Whether the weather may move the device; while it may not, until when. */
  automatic: z.optional(z.boolean()),
  until: z.optional(z.nullable(z.string())),
  /** Which way a shade was moved for a test. */
  direction: z.optional(z.enum(['open', 'close'])),
  /** The address to which a device was given, or from which it came. */
  email: z.optional(z.string()),
  /** How many of the same device, before this one, were too many to be told. */
  leftOut: z.optional(z.int().check(z.positive())),
})
export type ActivityDetails = z.infer<typeof activityDetailsSchema>

/** How far a command has come: `durationMs` is counted from its sending. */
export const activityResultSchema = z.object({
  status: z.enum(['sent', 'acknowledged', 'success', 'error']),
  error: z.optional(z.string()),
  error_detail: z.optional(z.enum(RESULT_DETAILS)),
  position: optionalUnit,
  inclination: optionalUnit,
  durationMs: z.optional(z.number()),
})
export type ActivityResult = z.infer<typeof activityResultSchema>

/** One entry of a home's activity. Times are ISO 8601 UTC. */
export const activityEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  deviceId: z.string(),
  /** The device's name now, or the last that it had in this home. */
  deviceName: z.string(),
  origin: z.enum(ACTIVITY_ORIGINS),
  /** Who did it: an e-mail address, or the name of a link or scenario; null on the spot. Addresses of others go to the owner only. */
  by: z.nullable(z.string()),
  /** The role by which it was done, with the name that it had then; null for none. */
  role: z.optional(z.nullable(z.object({ id: z.string(), name: z.string() }))),
  action: z.enum(ACTIVITY_ACTIONS),
  details: activityDetailsSchema,
  /** What became of what was asked; null of what was only seen or was done at once. */
  result: z.nullable(activityResultSchema),
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>

/** `GET activity/list`: newest first, of one device or of all that the caller may view; `before` is the last known id. */
export const activityListQuerySchema = z.object({
  devicetoken: z.optional(z.string()),
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})
export const activityListSchema = z.object({ entries: z.array(activityEntrySchema), more: z.boolean() })

/** `GET activity/export`: the same as CSV (RFC 4180, UTF-8), all of it. */
export const activityExportQuerySchema = z.object({ devicetoken: z.optional(z.string()) })
