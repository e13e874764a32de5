import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { languageSchema } from './languages.ts'
import { storeSubscriptionSchema } from './store-subscriptions.ts'

/** A password as it is typed, whatever its strength. */
const typedPasswordSchema = z.string().check(z.maxLength(LIMITS.PASSWORD_MAX_LENGTH * 4))

/** A token of an e-mailed link, or prefix + code of an e-mailed code. */
export const confirmationTokenSchema = z.string().check(z.minLength(1), z.maxLength(128))
const stateSchema = z.string().check(z.minLength(1), z.maxLength(128))

export const CONFIRM_TYPES = ['link', 'code'] as const
export type ConfirmType = (typeof CONFIRM_TYPES)[number]

/** The query of the calls that send a mail: how it is confirmed and in which language it is written. */
export const mailQuerySchema = z.object({
  confirmtype: z.optional(z.enum(CONFIRM_TYPES)),
  lang: z.optional(languageSchema),
})
export const resetMailQuerySchema = z.extend(mailQuerySchema, {
  email: z.string().check(z.minLength(1), z.maxLength(LIMITS.EMAIL_MAX_LENGTH * 2)),
})

/** What a call that sent a mail answers: the prefix of the code when a code was asked for. */
export const mailAnswerSchema = z.object({ prefix: z.optional(z.string()) })

export const exchangeFormSchema = z.strictObject({ token: confirmationTokenSchema })
/** The state that a token was exchanged for; exchanging spends nothing. */
export const exchangeAnswerSchema = z.object({ state: z.string() })
/** Of a deletion also what was bought in stores, which only they can cancel; absent where nothing is sold. */
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

/** A signed-in browser or phone. `place` is the address it was last seen at; times are ISO 8601 UTC. */
export const sessionInfoSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  address: z.nullable(z.string()),
  createdAt: z.string(),
  lastSeenAt: z.string(),
})
export type SessionInfo = z.infer<typeof sessionInfoSchema>
export const sessionsSchema = z.array(sessionInfoSchema)
export const revokeSessionRequestSchema = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
})

/** What the security trail of an account tells of. */
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
] as const
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number]

/** One entry of the trail, newest first. `detail` names the means (password, google, apple, totp, passkey, recovery). */
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
