import * as z from 'zod/mini'
import * as LIMITS from './limits.ts'

/** The life of hardware: the keys that it signs in with, and the one that takes its place. */

const tokenSchema = z.string()

/** Base64url, as in a JWK. */
const coordinateSchema = z.string().check(z.maxLength(128))

/** A public key as a JWK: RFC 7517 with P-256 of RFC 7518 §6.2, or Ed25519 of RFC 8037; keys beyond these are ignored. */
export const publicJwkSchema = z.looseObject({
  kty: z.string().check(z.maxLength(16)),
  crv: z.optional(z.string().check(z.maxLength(32))),
  x: z.optional(coordinateSchema),
  y: z.optional(coordinateSchema),
})

/** SPKI in PEM as text, or a JWK as an object; what it is worth is decided by who reads it. */
export const publicKeySchema = z.union([
  z.string().check(z.maxLength(LIMITS.PUBLIC_KEY_MAX_LENGTH)),
  publicJwkSchema,
])
export type PublicKey = z.infer<typeof publicKeySchema>

/** `device/publickey/add`: any value as key, so that one that cannot be read is `public_key_invalid`. */
export const publicKeyAddRequestSchema = z.strictObject({ token: tokenSchema, publicKey: z.unknown() })
export const publicKeyAddedSchema = z.object({ keyId: z.string() })

/** `GET device/publickey/list?devicetoken=`: PEM each, the oldest first; times are ISO 8601 UTC. */
export const publicKeyListQuerySchema = z.object({ devicetoken: tokenSchema })
export const publicKeyListSchema = z.array(
  z.object({
    keyId: z.string(),
    publicKey: z.string(),
    createdAt: z.string(),
    /** When a device last signed in with it; null: never. */
    lastUsedAt: z.nullable(z.string()),
  }),
)
export type PublicKeyList = z.infer<typeof publicKeyListSchema>

export const publicKeyDeleteRequestSchema = z.strictObject({
  token: tokenSchema,
  keyId: z.string().check(z.maxLength(LIMITS.ID_MAX_LENGTH)),
})

/** `device/replace`: the device of a claim code takes the place of the one of the token. */
export const deviceReplaceRequestSchema = z.strictObject({
  token: tokenSchema,
  claimCode: z.string().check(z.minLength(1), z.maxLength(64)),
})

/** `device/secret`: whether the device may sign in with its secret. */
export const deviceSecretRequestSchema = z.strictObject({ token: tokenSchema, enabled: z.boolean() })
export const deviceSecretSchema = z.object({ enabled: z.boolean() })
