import * as z from 'zod/mini'

/** The methods of the second step of a sign-in. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

const stateSchema = z.string().check(z.minLength(1), z.maxLength(128))

/** A WebAuthn credential as JSON (`PublicKeyCredential.toJSON`). Its content is checked by the server's WebAuthn library. */
export const credentialSchema = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(1_400)),
  rawId: z.string().check(z.maxLength(1_400)),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
})

/** Options for the browser's WebAuthn call, created and read by the WebAuthn libraries of the server and the browser. */
export const webAuthnOptionsSchema = z.looseObject({ challenge: z.string() })

/**
 * `POST /login/second/options {state}`, with the `state` of `second_factor_required`: answers the methods that the account has
 * and, with a passkey, the options for the browser. `login_required` means that the sign-in must start again.
 */
export const secondFactorOptionsRequestSchema = z.strictObject({ state: stateSchema })
export const secondFactorOptionsSchema = z.object({
  means: z.array(z.enum(SECOND_FACTORS)),
  passkey: z.nullable(webAuthnOptionsSchema),
})

/** `POST /login/second`: exactly one of a code (of the authenticator app, or a recovery code) and the answer of a passkey. */
export const secondFactorRequestSchema = z.strictObject({
  state: stateSchema,
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  credential: z.optional(credentialSchema),
})

/**
 * `POST /login/passkey/start {}` answers the options with which the browser offers the passkeys that it has for this place.
 * `POST /login/passkey` takes what the browser answered, and answers like `POST /login`. `login_required` means that the log-in
 * must start again.
 */
export const passkeyLoginStartSchema = z.object({ state: z.string(), options: webAuthnOptionsSchema })
export const passkeyLoginRequestSchema = z.strictObject({
  state: z.string().check(z.minLength(1), z.maxLength(256)),
  credential: credentialSchema,
})

/** The answer of `GET /account/second-factor`. Times are ISO 8601 UTC. */
export const secondFactorStatusSchema = z.object({
  totp: z.boolean(),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) }),
  ),
  recoveryCodesLeft: z.int(),
})
export type SecondFactorStatus = z.infer<typeof secondFactorStatusSchema>

/**
 * Proof that the person is still the one who signed in: the password. An account without a password sends an empty text and must
 * have signed in within the last ten minutes.
 */
export const proofSchema = z.strictObject({ password: z.string().check(z.maxLength(512)) })

/** `POST /account/second-factor/totp/start` (proof) answers the secret. It is not in use until `totp/confirm {code}`. */
export const totpStartSchema = z.object({ secret: z.string(), uri: z.string() })
export const totpConfirmRequestSchema = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) })

/**
 * The answer of `totp/confirm`, `passkey/add` and `recovery/renew` (proof). Recovery codes are shown once: with the first method
 * and when they are renewed; otherwise the list is empty.
 */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

const passkeyNameSchema = z.string().check(
  z.refine((name) => {
    const length = [...name.trim()].length
    return length >= 1 && length <= 40
  }),
)
/**
 * `POST /account/second-factor/passkey/start` (proof) answers options; `passkey/add` takes the credential that the browser
 * created.
 */
export const passkeyAddRequestSchema = z.strictObject({
  name: passkeyNameSchema,
  credential: credentialSchema,
})
export const passkeyRemoveRequestSchema = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(1_400)),
  password: z.string().check(z.maxLength(512)),
})
