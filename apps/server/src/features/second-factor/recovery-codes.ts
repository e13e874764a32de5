import { randomBytes, randomInt } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'

const COUNT = 10
const LENGTH = 10
const GROUP = 5
const SALT_BYTES = 16
/** Crockford's base 32: no character can be mistaken for another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten codes of 50 random bits, formatted as `XXXXX-XXXXX`. */
export const createRecoveryCodes = (): string[] => Array.from({ length: COUNT }, createCode)

function createCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`
}

/** A typed code without hyphens and case; null if it cannot be one. */
export function readRecoveryCode(text: string): string | null {
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter))
    ? letters
    : null
}

export const createRecoverySalt = (): string => randomBytes(SALT_BYTES).toString('base64url')

/**
 * The argon2id hash that is stored for a code. All codes of an account have the same salt, so that a guess needs only one hash.
 */
export async function hashRecoveryCode(letters: string, salt: string): Promise<string> {
  const hash = await hashRaw(letters, { salt: Buffer.from(salt, 'base64url') })
  return hash.toString('base64url')
}
