import { hash, verify } from '@node-rs/argon2'
import { LIMITS, newPasswordSchema } from '@senca/contract'
import { Tinypool } from 'tinypool'
import * as z from 'zod/mini'

const MIN_SCORE = 2
/** Judging takes more than linear time, and the rest of a password does not weaken a strong beginning. */
const JUDGED_LENGTH = 40

/**
 * The thread that judges passwords. Loading the dictionaries takes a third of a second and judging up to 40 ms, for which everything
 * else would wait. It ends when it has not been used for a minute, and with it the 25 MiB of the dictionaries.
 */
const judge = new Tinypool({
  filename: new URL('./password-judge.js', import.meta.url),
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
})
const scoreSchema = z.int().check(z.minimum(0), z.maximum(4))

/** The published password of every demo home. */
const PUBLISHED = ['demo-home-2026']

/** The password in normalized form; null if it is too short, too long or too easy to guess with the given hints. */
export async function readNewPassword(text: string, hints: readonly string[]): Promise<string | null> {
  const password = newPasswordSchema.safeParse(text)
  if (!password.success) return null
  const asked = { password: password.data.slice(0, JUDGED_LENGTH), hints: [...hints, ...PUBLISHED] }
  const score = scoreSchema.parse(await judge.run(asked))
  return score >= MIN_SCORE ? password.data : null
}

export const hashPassword = (password: string): Promise<string> => hash(password)

/** A hash that matches no password. Checking against it takes the same time for an unknown account as for a known one. */
let nobodysHash: Promise<string> | undefined

/** Whether `text` is the password for `passwordHash`. Does the same work if there is no hash. */
export async function isPassword(text: string, passwordHash: string | null): Promise<boolean> {
  const password = text.normalize('NFC')
  const isTooLong = password.length > LIMITS.PASSWORD_MAX_LENGTH
  nobodysHash ??= hash(crypto.getRandomValues(new Uint8Array(32)))
  const isMatch = await verify(passwordHash ?? (await nobodysHash), isTooLong ? '' : password)
  return isMatch && passwordHash !== null && !isTooLong
}
