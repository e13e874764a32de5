import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'

/** A key pair like that of a device. */
export interface DeviceKey {
  privateKey: KeyObject
  publicKey: KeyObject
  /** SPKI. */
  pem: string
  algorithm: 'ES256' | 'EdDSA'
}

export function createDeviceKey(algorithm: DeviceKey['algorithm'] = 'ES256'): DeviceKey {
  const { privateKey, publicKey } =
    algorithm === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      : generateKeyPairSync('ed25519')
  return {
    privateKey,
    publicKey,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    algorithm,
  }
}

export const createPublicKeyPem = (): string => createDeviceKey().pem

interface TokenOptions {
  sub: string
  now: Date
  aud?: string | string[]
  /** Seconds from now. */
  lastsS?: number
  header?: Record<string, unknown>
}

/** The token with which a device signs in instead of its secret. */
export const signDeviceToken = (
  { privateKey, algorithm }: Pick<DeviceKey, 'privateKey' | 'algorithm'>,
  { sub, now, aud = 'localhost', lastsS = 3_600, header = {} }: TokenOptions,
): Promise<string> =>
  new SignJWT({ aud, sub, exp: Math.floor(now.getTime() / 1_000) + lastsS })
    .setProtectedHeader({ alg: algorithm, ...header })
    .sign(privateKey)
