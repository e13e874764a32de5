import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 24

/** Hexadecimal, so that a secret can be passed as an argument to any tool. */
export const createDeviceSecret = (): string => randomBytes(SECRET_BYTES).toString('hex')

/** The hash that is stored instead of a secret. Long random secrets need no slow hash. */
export const hashDeviceSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/** Compares a secret with a stored hash in constant time; false if no hash is stored. */
export function isDeviceSecret(given: string, keptHash: string | null): boolean {
  const kept = Buffer.from(keptHash ?? '')
  const own = Buffer.from(hashDeviceSecret(given))
  return kept.length === own.length && timingSafeEqual(kept, own)
}
