import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

const USERNAME_ALPHABET = 'abcdefghijklmnopqrstuvwxyz23456789'
/** Letters and digits only, because the forms of some firmware change other characters. */
const PASSWORD_ALPHABET = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${USERNAME_ALPHABET}`

const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

export const createCredentials = () => ({
  username: `h${randomText(USERNAME_ALPHABET, 12)}`,
  password: randomText(PASSWORD_ALPHABET, 24),
})

/** Long random passwords need no slow hash. */
export const hashMqttPassword = (password: string): string =>
  createHash('sha256').update(password).digest('base64url')

/** Compares in constant time. */
export function isMqttPassword(given: string, passwordHash: string): boolean {
  const kept = Buffer.from(passwordHash)
  const own = Buffer.from(hashMqttPassword(given))
  return kept.length === own.length && timingSafeEqual(kept, own)
}
