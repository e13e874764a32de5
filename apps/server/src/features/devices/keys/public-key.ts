import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { publicKeySchema } from '@senca/contract/hardware'
import * as z from 'zod/mini'

/** The signature algorithm that a key determines. */
type KeyAlgorithm = 'ES256' | 'EdDSA'

/** A public key with which a device may sign in. */
export interface ReadKey {
  key: KeyObject
  algorithm: KeyAlgorithm
  /** SPKI in PEM; the same text for every input form of the key. */
  pem: string
  /** SHA-256 of the SPKI, base64url; the same for every input form of the key. */
  fingerprint: string
}

/** Other PEM headers belong to certificates, RSA keys or private keys, which people paste by mistake. */
const SPKI_PEM = /^-----BEGIN PUBLIC KEY-----([\sA-Za-z0-9+/=]+)-----END PUBLIC KEY-----$/

/** Only the public members. A private member in the input is neither read nor kept. */
const jwkSchema = z.discriminatedUnion('kty', [
  z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
  z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
])

/** The signature algorithm of a key; null for any other kind of key. */
function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): KeyAlgorithm | null {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA'
  return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'ES256' : null
}

function keyOf(given: unknown): KeyObject | null {
  const shaped = publicKeySchema.safeParse(given)
  if (!shaped.success) return null
  if (typeof shaped.data === 'string') {
    const [, body] = SPKI_PEM.exec(shaped.data.trim()) ?? []
    // Decodes the bytes itself, because text pasted into a one-line field has lost its line breaks.
    return body === undefined
      ? null
      : createPublicKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'spki' })
  }
  // A private key that was sent to the server is no longer secret, so it is refused.
  if (Object.hasOwn(shaped.data, 'd')) return null
  const jwk = jwkSchema.safeParse(shaped.data)
  return jwk.success ? createPublicKey({ key: jwk.data, format: 'jwk' }) : null
}

/** Reads a key given as SPKI in PEM or as a JWK. Returns null for anything but a public P-256 or Ed25519 key. */
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
