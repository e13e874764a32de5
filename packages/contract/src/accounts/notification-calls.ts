import * as z from 'zod/mini'
import { commandResultsSchema } from '../devices/results.ts'
import * as LIMITS from '../limits.ts'
import { linkWindowSchema } from '../sharing/link-calls.ts'

/** What a notification is about. A page that is older than its server shows a kind that it does not know by its words alone. */
export const NOTIFICATION_KINDS = [
  'door_forced',
  'alarm',
  'lock_jammed',
  'hold_failed',
  'door_open',
  'door_unlocked',
  'device_offline',
  'sensor_silent',
  'hold_began',
  'command_failed',
  'link_used',
  'role_used',
  'link_blocked',
  'battery_low',
  'scenario_failed',
  'firmware_failed',
  'factory_reset',
  'weather_automatic',
  'account_security',
  'transfer_offered',
  'role_changed',
  'push_ending',
  'test',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** `must` is for what nobody may miss. */
export const NOTIFICATION_LEVELS = ['must', 'normal', 'info'] as const
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number]

/** What the reader can do with one press. Nothing opens, unlocks or releases. */
export const NOTIFICATION_ACTIONS = ['stop', 'lock', 'retry', 'snooze', 'freeze'] as const
export type NotificationAction = (typeof NOTIFICATION_ACTIONS)[number]

/** The kinds of a device that its reader can raise to `must`. */
export const RAISABLE_KINDS = [
  'door_open',
  'door_unlocked',
  'device_offline',
] as const satisfies NotificationKind[]

/** The kinds that begin when something has lasted for some minutes, with the fewest and the most minutes. */
export const NOTIFICATION_MINUTES = {
  door_open: { min: 1, max: LIMITS.DOOR_OPEN_MAX_MINUTES },
  door_unlocked: { min: 1, max: LIMITS.DOOR_OPEN_MAX_MINUTES },
  device_offline: { min: 1, max: LIMITS.DEVICE_OFFLINE_MAX_MINUTES },
} as const satisfies Partial<Record<NotificationKind, { min: number; max: number }>>
export type LastingKind = keyof typeof NOTIFICATION_MINUTES

/** The kinds whose e-mail cannot be turned off: one protects the account, the other carries the link by which devices are accepted. */
export const ALWAYS_MAILED: ReadonlySet<NotificationKind> = new Set(['account_security', 'transfer_offered'])

const idSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.ID_MAX_LENGTH))
const emailSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.EMAIL_MAX_LENGTH))
const timeSchema = z.iso.datetime({ offset: true })
const kindSchema = z.enum(NOTIFICATION_KINDS)

/**
 * One entry of the list. `owner` is the e-mail address of whose home it is about, null for the reader's own; `by` is who caused it;
 * `title` and `body` are in the language of the reader. An action can be used until `until`.
 */
export const notificationSchema = z.object({
  id: z.string(),
  kind: z.string(),
  level: z.string(),
  at: z.string(),
  owner: z.nullable(z.string()),
  deviceId: z.nullable(z.string()),
  title: z.string(),
  body: z.string(),
  /** The time zone of the home, in which the words say times; absent in what an earlier release kept. */
  timezone: z.optional(z.string()),
  by: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  seenAt: z.nullable(z.string()),
  actions: z.array(z.object({ action: z.string(), title: z.string(), until: z.string() })),
  phones: z.array(z.object({ label: z.string(), state: z.string(), at: z.string() })),
  /** The other person who saw it first, of what must not be missed; absent if nobody did. */
  seenBy: z.optional(z.object({ by: z.string(), at: z.string() })),
})
export type NotificationEntry = z.infer<typeof notificationSchema>
export const notificationsSchema = z.array(notificationSchema)

/** `notification/list`: older than the entry `before`; of one home, by the address of its owner; in a language. */
export const notificationQuerySchema = z.object({
  before: z.optional(idSchema),
  owner: z.optional(z.string().check(z.maxLength(LIMITS.EMAIL_MAX_LENGTH))),
  lang: z.optional(z.string().check(z.maxLength(32))),
})

/** How many entries nobody has seen, and how many of these are a must. */
export const notificationStateSchema = z.object({ unseen: z.int(), must: z.int() })
export type NotificationState = z.infer<typeof notificationStateSchema>

/** `notification/seen`: these entries, or the entry `before` and all older ones. */
export const notificationSeenRequestSchema = z.union([
  z.strictObject({
    ids: z.array(idSchema).check(z.minLength(1), z.maxLength(LIMITS.NOTIFICATIONS_PER_ACCOUNT)),
  }),
  z.strictObject({ before: idSchema }),
])

export const notificationActRequestSchema = z.strictObject({
  id: idSchema,
  action: z.enum(NOTIFICATION_ACTIONS),
})

/** The results of `device/move` without `wait`; nothing for `snooze` and `freeze`. */
export const notificationActAnswerSchema = z.union([commandResultsSchema, z.strictObject({})])
export type NotificationActAnswer = z.infer<typeof notificationActAnswerSchema>

const channelsSchema = z.strictObject({ push: z.optional(z.boolean()), mail: z.optional(z.boolean()) })
const kindsSchema = z.partialRecord(kindSchema, channelsSchema)
const deviceChoiceSchema = z.strictObject({
  minutes: z.optional(z.int().check(z.minimum(1), z.maximum(LIMITS.DEVICE_OFFLINE_MAX_MINUTES))),
  must: z.optional(z.boolean()),
  off: z.optional(z.boolean()),
})
/** What a person chose for a kind of a device. */
export type DeviceChoice = z.infer<typeof deviceChoiceSchema>

/** The hours in which what is no must waits; `must: false` lets a must wait too. */
const quietSchema = z.strictObject({
  ...linkWindowSchema.shape,
  must: z._default(z.boolean(), true),
})
export type QuietHours = z.infer<typeof quietSchema>

/**
 * `notification/choices`: what is absent stays. `kinds` is for the reader's own home, `homes` for others, by the address of their
 * owner. A kind of a device with `null` goes back to what holds without a choice.
 */
export const notificationChoicesRequestSchema = z.strictObject({
  kinds: z.optional(kindsSchema),
  devices: z.optional(z.record(idSchema, z.partialRecord(kindSchema, z.nullable(deviceChoiceSchema)))),
  homes: z.optional(
    z.record(
      emailSchema,
      z.strictObject({ mutedUntil: z.optional(z.nullable(timeSchema)), kinds: z.optional(kindsSchema) }),
    ),
  ),
  quiet: z.optional(z.nullable(quietSchema)),
})
export type NotificationChoicesRequest = z.infer<typeof notificationChoicesRequestSchema>

/**
 * `notification/escalation`: after how long without a look more people are reached about what must not be missed: first all phones
 * and the owner's e-mail, then up to two people with a role, who agree. What is absent stays.
 */
export const escalationRequestSchema = z.strictObject({
  afterMinutes: z.optional(z.int().check(z.minimum(1), z.maximum(LIMITS.ESCALATION_MAX_MINUTES))),
  mail: z.optional(z.boolean()),
  people: z.optional(z.array(emailSchema).check(z.maxLength(LIMITS.ESCALATION_PEOPLE))),
})
export type EscalationRequest = z.infer<typeof escalationRequestSchema>

/** `asked`: the owners who named the account for their homes. */
export const escalationSchema = z.object({
  afterMinutes: z.int(),
  mail: z.boolean(),
  people: z.array(z.object({ email: z.string(), accepted: z.boolean() })),
  asked: z.array(z.object({ owner: z.string(), accepted: z.boolean() })),
})
export type Escalation = z.infer<typeof escalationSchema>

export const escalationAcceptSchema = z.strictObject({ owner: emailSchema, accept: z.boolean() })

const standingKindsSchema = z.record(z.string(), z.object({ push: z.boolean(), mail: z.boolean() }))
export const notificationChoicesSchema = z.object({
  kinds: standingKindsSchema,
  devices: z.record(z.string(), z.record(z.string(), deviceChoiceSchema)),
  homes: z.record(z.string(), z.object({ mutedUntil: z.nullable(z.string()), kinds: standingKindsSchema })),
  quiet: z.nullable(quietSchema),
})
export type NotificationChoices = z.infer<typeof notificationChoicesSchema>
