import * as z from 'zod/mini'

/** The means by which a sign-in is finished. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

const stateSchema = z.string().check(z.minLength(1), z.maxLength(128))

/** A WebAuthn credential as JSON (PublicKeyCredential.toJSON); the server's library reads its inside. */
export const credentialSchema = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(1_400)),
  rawId: z.string().check(z.maxLength(1_400)),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
})

/** Options for the browser's WebAuthn call, made and read by the library on either side. */
export const webAuthnOptionsSchema = z.looseObject({ challenge: z.string() })

/**
 * What the `state` of `second_factor_required` leads to: `POST /login/second/options {state}` answers the means that the
 * account has and, with a passkey, the options for the browser. `login_required`: the sign-in starts again.
 */
export const secondFactorOptionsRequestSchema = z.strictObject({ state: stateSchema })
export const secondFactorOptionsSchema = z.object({
  means: z.array(z.enum(SECOND_FACTORS)),
  passkey: z.nullable(webAuthnOptionsSchema),
})

/** `POST /login/second`: a code of the authenticator app or a recovery code, or a passkey's answer, one of the two. */
export const secondFactorRequestSchema = z.strictObject({
  state: stateSchema,
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  credential: z.optional(credentialSchema),
})

/** What `GET /account/second-factor` answers. Times are ISO 8601 UTC. */
export const secondFactorStatusSchema = z.object({
  totp: z.boolean(),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) }),
  ),
  recoveryCodesLeft: z.int(),
})
export type SecondFactorStatus = z.infer<typeof secondFactorStatusSchema>

/**
 * Proof that the person is still the one who signed in: the password; for an account without one an empty text, and a
 * sign-in of the last ten minutes.
 */
export const proofSchema = z.strictObject({ password: z.string().check(z.maxLength(512)) })

/** `POST /account/second-factor/totp/start` (proof) answers the secret; nothing counts before `totp/confirm {code}`. */
export const totpStartSchema = z.object({ secret: z.string(), uri: z.string() })
export const totpConfirmRequestSchema = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) })

/**
 * What `totp/confirm`, `passkey/add` and `recovery/renew` (proof) answer. Recovery codes are shown once, with the first
 * means and when they are renewed; empty otherwise.
 */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

const passkeyNameSchema = z.string().check(
  z.refine((name) => {
    const length = [...name.trim()].length
    return length >= 1 && length <= 40
  }),
)
/** `POST /account/second-factor/passkey/start` (proof) answers options; `passkey/add` takes what the browser made. */
export const passkeyAddRequestSchema = z.strictObject({
  name: passkeyNameSchema,
  credential: credentialSchema,
})
export const passkeyRemoveRequestSchema = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(1_400)),
  password: z.string().check(z.maxLength(512)),
})
