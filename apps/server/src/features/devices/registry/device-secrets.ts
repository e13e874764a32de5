import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 24

/** Hexadecimal, so that a secret can be typed as an argument of any tool. */
export const createDeviceSecret = (): string => randomBytes(SECRET_BYTES).toString('hex')

/** What is kept of a secret instead of it: random secrets of this length need no slow hash. */
export const hashDeviceSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/** Compares a given secret with a kept hash in a time that tells nothing; false where none is kept. */
export function isDeviceSecret(given: string, keptHash: string | null): boolean {
  const kept = Buffer.from(keptHash ?? '')
  const own = Buffer.from(hashDeviceSecret(given))
  return kept.length === own.length && timingSafeEqual(kept, own)
}
