import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'

/** A device asks for less than the day that a token may last at most: its own clock may be off. */
const TOKEN_LASTS_S = 43_200

/** A new key of P-256, as the controller keeps it: PKCS#8 in PEM. */
export const createKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()

/** What the server is told of a key: SPKI in PEM. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

interface TokenOptions {
  deviceId: string
  /** The host name that it connects to. */
  host: string
  nowMs: number
}

/** What a device signs in with instead of its secret [DP34]. */
export function signToken(privateKey: string, { deviceId, host, nowMs }: TokenOptions): string {
  const key = createPrivateKey(privateKey)
  const isEd25519 = key.asymmetricKeyType === 'ed25519'
  const exp = Math.floor(nowMs / 1_000) + TOKEN_LASTS_S
  const signed = `${encoded({ alg: isEd25519 ? 'EdDSA' : 'ES256', typ: 'JWT' })}.${encoded({
    sub: deviceId,
    aud: host,
    exp,
    jti: randomUUID(),
  })}`
  const signature = sign(isEd25519 ? null : 'sha256', Buffer.from(signed), {
    key,
    dsaEncoding: 'ieee-p1363',
  })
  return `${signed}.${signature.toString('base64url')}`
}
