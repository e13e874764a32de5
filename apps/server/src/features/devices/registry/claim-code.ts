import { createHash, randomBytes } from 'node:crypto'

/** Crockford's base 32: no letter looks like a digit, and U is not used. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12
const GROUP = 4

/** Creates a code of 60 random bits for the label of a device, in three groups of four characters. */
export function createClaimCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '')
  const groups = [0, GROUP, 2 * GROUP].map((start) => letters.slice(start, start + GROUP).join(''))
  return groups.join('-')
}

/** The hash that is stored for a code. It ignores case and separators and treats letters that look like digits as digits. */
export function hashClaimCode(code: string): string {
  const plain = code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(plain).digest('base64url')
}
