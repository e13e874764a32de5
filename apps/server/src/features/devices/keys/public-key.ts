import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { publicKeySchema } from '@senca/contract/hardware'
import * as z from 'zod/mini'

/** The algorithm of a signature, by the key that makes it. */
export type KeyAlgorithm = 'ES256' | 'EdDSA'

/** A public key that a device may sign in with. */
export interface ReadKey {
  key: KeyObject
  algorithm: KeyAlgorithm
  /** SPKI, the same text however the key was given. */
  pem: string
  /** The same for the same key however it was given: SHA-256 of its SPKI, base64url. */
  fingerprint: string
}

/** A PEM that begins otherwise may hold a certificate, an RSA key or a private key, which people paste by mistake. */
const SPKI_PEM = /^-----BEGIN PUBLIC KEY-----([\sA-Za-z0-9+/=]+)-----END PUBLIC KEY-----$/

/** Only what makes the key: a private part that came along is not read, and not kept. */
const jwkSchema = z.discriminatedUnion('kty', [
  z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
  z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
])

/** Which signatures a key makes; null for keys of any other kind. */
function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): KeyAlgorithm | null {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA'
  return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'ES256' : null
}

function keyOf(given: unknown): KeyObject | null {
  const shaped = publicKeySchema.safeParse(given)
  if (!shaped.success) return null
  if (typeof shaped.data === 'string') {
    const [, body] = SPKI_PEM.exec(shaped.data.trim()) ?? []
    // By its bytes, since what is pasted into a field of one line has lost its line breaks.
    return body === undefined
      ? null
      : createPublicKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'spki' })
  }
  // A private key that was sent is no secret any more.
  if (Object.hasOwn(shaped.data, 'd')) return null
  const jwk = jwkSchema.safeParse(shaped.data)
  return jwk.success ? createPublicKey({ key: jwk.data, format: 'jwk' }) : null
}

/** Reads a key as it was given, SPKI in PEM or a JWK; null for anything but a public key of P-256 or Ed25519. */
export function readPublicKey(given: unknown): ReadKey | null {
  try {
    const key = keyOf(given)
    const algorithm = key === null ? null : algorithmOf(key)
    if (key === null || algorithm === null) return null
    const der = key.export({ type: 'spki', format: 'der' })
    return {
      key,
      algorithm,
      pem: key.export({ type: 'spki', format: 'pem' }).toString(),
      fingerprint: createHash('sha256').update(der).digest('base64url'),
    }
  } catch {
    return null
  }
}
