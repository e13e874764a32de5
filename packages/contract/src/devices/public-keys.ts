import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'

/** Base64url, as in a JWK. */
const coordinateSchema = z.string().check(z.maxLength(128))

/** A public key as a JWK: RFC 7517 with P-256 of RFC 7518 §6.2, or Ed25519 of RFC 8037. Other fields are ignored. */
export const publicJwkSchema = z.looseObject({
  kty: z.string().check(z.maxLength(16)),
  crv: z.optional(z.string().check(z.maxLength(32))),
  x: z.optional(coordinateSchema),
  y: z.optional(coordinateSchema),
})

/** A public key: SPKI in PEM as text, or a JWK as an object. Whether the key is valid is checked later. */
export const publicKeySchema = z.union([
  z.string().check(z.maxLength(LIMITS.PUBLIC_KEY_MAX_LENGTH)),
  publicJwkSchema,
])
