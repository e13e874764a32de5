import { createHash, randomBytes } from 'node:crypto'

/** Crockford's base 32: no letter is mistaken for a digit, and none is a U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12
const GROUP = 4

/** A code of 60 random bits for the label of a device: three groups of four. */
export function createClaimCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '')
  const groups = [0, GROUP, 2 * GROUP].map((start) => letters.slice(start, start + GROUP).join(''))
  return groups.join('-')
}

/** What is kept of a code: the hash of its letters, however a person wrote them. */
export function hashClaimCode(code: string): string {
  const plain = code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(plain).digest('base64url')
}
