import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'

const idSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.ID_MAX_LENGTH))

/** What a webhook can be notified of. `device.state` is the start and the end of a movement, and what changes at rest. */
export const WEBHOOK_EVENTS = [
  'device.state',
  'device.connection',
  'device.held',
  'device.released',
  'door.opened',
  'door.closed',
  'lock.changed',
  'command.failed',
  'scenario.ran',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The event of `webhook/test`. */
export const WEBHOOK_TEST = 'webhook.test'

/** A secret of Standard Webhooks: `whsec_` and 32 bytes in base64. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_'

/** The old secret signs beside the new one for so long. */
export const WEBHOOK_OLD_SECRET_MS = 86_400_000

const terms = {
  url: z.string().check(z.minLength(1), z.maxLength(LIMITS.WEBHOOK_URL_MAX_LENGTH)),
  events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1), z.maxLength(WEBHOOK_EVENTS.length)),
  /** Absent or null: every device that the connected app has. */
  devices: z.optional(z.nullable(z.array(idSchema).check(z.maxLength(LIMITS.BRIDGE_DEVICES)))),
}

/** `webhook/create`: `bridge` is a connected app of kind `script`, `devices` are some of its own. */
export const webhookCreateRequestSchema = z.strictObject({ bridge: idSchema, ...terms })
export type WebhookCreateRequest = z.infer<typeof webhookCreateRequestSchema>

/** The answer of `webhook/create`; `secret` is shown once. */
export const createdWebhookSchema = z.object({ id: z.string(), secret: z.string() })

/** `webhook/update`: an absent field stays unchanged. `enabled: true` switches one on again. */
export const webhookUpdateRequestSchema = z.strictObject({
  id: idSchema,
  url: z.optional(terms.url),
  events: z.optional(terms.events),
  devices: terms.devices,
  enabled: z.optional(z.boolean()),
})
export type WebhookUpdateRequest = z.infer<typeof webhookUpdateRequestSchema>

/** `webhook/delete`, `webhook/test`, `webhook/rotate` */
export const webhookRequestSchema = z.strictObject({ id: idSchema })
export const webhookSecretSchema = z.object({ secret: z.string() })

/** Why a webhook was switched off: the receiver answered 410, or nothing was delivered for five days. */
export const WEBHOOK_PROBLEMS = ['gone', 'failing'] as const
export type WebhookProblem = (typeof WEBHOOK_PROBLEMS)[number]

/** A webhook as its maker sees it. Times are ISO 8601 UTC. `failingSince` is the first failure since the last delivery. */
export const webhookSchema = z.object({
  id: z.string(),
  bridge: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  devices: z.nullable(z.array(z.string())),
  enabled: z.boolean(),
  problem: z.nullable(z.enum(WEBHOOK_PROBLEMS)),
  createdAt: z.string(),
  failingSince: z.nullable(z.string()),
})
export type Webhook = z.infer<typeof webhookSchema>
export const webhooksSchema = z.array(webhookSchema)

export const webhookDeliveriesQuerySchema = z.object({ id: z.string() })

/**
 * A delivery; `id` is its `webhook-id`. `status` is the HTTP status of the last answer, null without one. `nextAt` is when it is sent
 * next, null if it is not sent any more. `replayOf` is the delivery that it repeats.
 */
export const webhookDeliverySchema = z.object({
  id: z.string(),
  event: z.string(),
  at: z.string(),
  attempts: z.int(),
  status: z.nullable(z.int()),
  nextAt: z.nullable(z.string()),
  replayOf: z.optional(z.string()),
})
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>
/** The newest first. */
export const webhookDeliveriesSchema = z.array(webhookDeliverySchema)

export const webhookReplayRequestSchema = z.strictObject({ id: idSchema, deliveryId: idSchema })

/** The answer of `webhook/test` and `webhook/replay`: the delivery that was made. */
export const webhookQueuedSchema = z.object({ id: z.string() })
