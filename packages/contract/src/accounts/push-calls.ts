import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'

/** How much a push says on a lock screen: that there is something, what happened at which device, or also persons and names of links and roles. */
export const PUSH_CONTENTS = ['discreet', 'normal', 'full'] as const
export type PushContent = (typeof PUSH_CONTENTS)[number]

/**
 * What is known of a push to one phone. `accepted` means handed over to the push service and nothing more; `shown` and `opened` are
 * confirmed by the phone. `gone` means that the phone has no subscription any more.
 */
export const PUSH_STATES = ['waiting', 'accepted', 'shown', 'opened', 'failed', 'expired', 'gone'] as const
export type PushState = (typeof PUSH_STATES)[number]

/** `doubtful`: it confirmed pushes once and no longer does. `stopped`: its push service refuses pushes of this server. */
export const PHONE_STATES = ['ok', 'doubtful', 'stopped'] as const
export type PhoneState = (typeof PHONE_STATES)[number]

/** The version of the messages, as data of each of them. */
export const PUSH_MESSAGE_VERSION = 1

/** `reason` is null where pushes are available, `off` where the server sends none, `key` where its key cannot be read. */
export const pushInfoSchema = z.object({
  available: z.boolean(),
  reason: z.nullable(z.string()),
  /** The application server key: an uncompressed point of P-256, base64url. */
  publicKey: z.nullable(z.string()),
})
export type PushInfo = z.infer<typeof pushInfoSchema>

const idSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.ID_MAX_LENGTH))

/** A phone: a browser whose session turned pushes on. */
export const phoneSchema = z.object({
  id: z.string(),
  label: z.string(),
  system: z.nullable(z.string()),
  content: z.string(),
  createdAt: z.string(),
  lastAcceptedAt: z.nullable(z.string()),
  lastShownAt: z.nullable(z.string()),
  lastSeenAt: z.nullable(z.string()),
  state: z.string(),
  current: z.boolean(),
})
export type Phone = z.infer<typeof phoneSchema>
export const phonesSchema = z.array(phoneSchema)

const base64url = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}={0,2}$`)))

/** `push/subscribe`: what `PushSubscription.toJSON()` says. The same endpoint again changes label and content. */
export const pushSubscribeRequestSchema = z.strictObject({
  endpoint: z.string().check(z.minLength(1), z.maxLength(LIMITS.PUSH_ENDPOINT_MAX_LENGTH)),
  keys: z.strictObject({
    /** An uncompressed point of P-256: 65 bytes. */
    p256dh: base64url(87),
    /** 16 bytes. */
    auth: base64url(22),
  }),
  label: z.optional(z.string().check(z.maxLength(LIMITS.PUSH_LABEL_MAX_LENGTH))),
  content: z.optional(z.enum(PUSH_CONTENTS)),
})
export type PushSubscribeRequest = z.infer<typeof pushSubscribeRequestSchema>

export const pushIdSchema = z.object({ id: z.string() })

/** `push/unsubscribe`: without an id, the phone of this session. */
export const pushUnsubscribeRequestSchema = z.strictObject({ id: z.optional(idSchema) })

/** `push/test`: to a phone, without an id to that of this session; `chain` rehearses the escalation, with all phones. */
export const pushTestRequestSchema = z.strictObject({
  id: z.optional(idSchema),
  chain: z.optional(z.boolean()),
})
export type PushTestRequest = z.infer<typeof pushTestRequestSchema>

/** `push/receipt`: what a phone did with the push that carried this receipt. */
export const pushReceiptSchema = z.strictObject({
  receipt: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
  what: z.enum(['shown', 'opened']),
})
