import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'

/** Shorter than the longest allowed lifetime of a token (one day), because the clock of the device may be wrong. */
const TOKEN_LASTS_S = 43_200

/** Creates a P-256 key in the format that the controller stores: PKCS#8 in PEM. */
export const createKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()

/** The public key that is sent to the server: SPKI in PEM. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

interface TokenOptions {
  deviceId: string
  /** The host name that the device connects to. */
  host: string
  nowMs: number
}

/** Creates the token with which a device signs in instead of its secret [DP34]. */
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
