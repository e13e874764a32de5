import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { languageSchema } from './languages.ts'
import { storeSubscriptionSchema } from './store-subscriptions.ts'

/** A password as typed; its strength is not checked. */
const typedPasswordSchema = z.string().check(z.maxLength(LIMITS.PASSWORD_MAX_LENGTH * 4))

/** The token of an e-mailed link, or the prefix and code of an e-mailed code. */
export const confirmationTokenSchema = z.string().check(z.minLength(1), z.maxLength(128))
const stateSchema = z.string().check(z.minLength(1), z.maxLength(128))

export const CONFIRM_TYPES = ['link', 'code'] as const
export type ConfirmType = (typeof CONFIRM_TYPES)[number]

/** The query of calls that send an e-mail: whether it contains a link or a code, and its language. */
export const mailQuerySchema = z.object({
  confirmtype: z.optional(z.enum(CONFIRM_TYPES)),
  lang: z.optional(languageSchema),
})
export const resetMailQuerySchema = z.extend(mailQuerySchema, {
  email: z.string().check(z.minLength(1), z.maxLength(LIMITS.EMAIL_MAX_LENGTH * 2)),
})

/** The answer of calls that send an e-mail. Contains the prefix of the code if a code was requested. */
export const mailAnswerSchema = z.object({ prefix: z.optional(z.string()) })

export const exchangeFormSchema = z.strictObject({ token: confirmationTokenSchema })
/** The state received in exchange for a token. The exchange does not use up the token. */
export const exchangeAnswerSchema = z.object({ state: z.string() })
/** When and by which browser an account was made; null for what is not known. */
export const accountCreationSchema = z.object({
  createdAt: z.iso.datetime(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
})
export type AccountCreation = z.infer<typeof accountCreationSchema>
/** For a confirmation, also who made the account; absent if that is not known any more. */
export const confirmationExchangeSchema = z.extend(exchangeAnswerSchema, {
  creation: z.optional(accountCreationSchema),
})
/** For a deletion, also the store subscriptions, which only the store can cancel; absent if billing is off. */
export const deletionExchangeSchema = z.extend(exchangeAnswerSchema, {
  storeSubscriptions: z.optional(z.array(storeSubscriptionSchema)),
})

export const stateFormSchema = z.strictObject({ state: stateSchema })
export const resetFormSchema = z.strictObject({ state: stateSchema, new_password: typedPasswordSchema })

export const changePasswordRequestSchema = z.strictObject({
  old_password: typedPasswordSchema,
  new_password: typedPasswordSchema,
  confirm_password: typedPasswordSchema,
})

export const addPasswordRequestSchema = z.strictObject({
  request: confirmationTokenSchema,
  password: typedPasswordSchema,
})

/** A signed-in browser or phone. `place` is the address from which it was last seen; times are ISO 8601 UTC. */
export const sessionInfoSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  address: z.nullable(z.string()),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** Whether it gets notifications, and when it last confirmed one; null for none. Absent from servers without them. */
  push: z.optional(z.nullable(z.object({ lastShownAt: z.nullable(z.string()) }))),
  /** Whether it keeps a copy of the home for the time without a network. */
  keepsHome: z.optional(z.boolean()),
})
export type SessionInfo = z.infer<typeof sessionInfoSchema>
export const sessionsSchema = z.array(sessionInfoSchema)
export const revokeSessionRequestSchema = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
})

/** The kinds of entries in the security trail of an account. */
export const SECURITY_EVENTS = [
  'account_created',
  'account_confirmed',
  'signed_in',
  'sign_in_failed',
  'second_factor_failed',
  'signed_out',
  'signed_out_everywhere',
  'session_revoked',
  'password_changed',
  'password_added',
  'password_reset_requested',
  'password_reset',
  'identity_linked',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'deletion_requested',
  'mqtt_login_created',
  'mqtt_login_replaced',
  'mqtt_login_deleted',
  'mqtt_broker_joined',
  'mqtt_broker_left',
  'bridge_created',
  'bridge_changed',
  'bridge_secret_replaced',
  'bridge_unlock_on',
  'bridge_unlock_off',
  'bridge_paired',
  'bridge_unpaired',
  'bridge_reset',
  'bridge_second_process',
  'bridge_token_reused',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number]

/**
 * One entry of the security trail; lists are newest first. `detail` names the method (password, google, apple, totp, passkey,
 * recovery), the MQTT login, the broker, or the connected app with its door.
 */
export const securityEventSchema = z.object({
  id: z.string(),
  kind: z.enum(SECURITY_EVENTS),
  at: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  address: z.nullable(z.string()),
  detail: z.nullable(z.string()),
})
export type SecurityEvent = z.infer<typeof securityEventSchema>
export const securityEventsQuerySchema = z.object({ before: z.optional(z.string().check(z.maxLength(64))) })
export const securityEventsSchema = z.object({ events: z.array(securityEventSchema), more: z.boolean() })
