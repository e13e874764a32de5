import { hash, verify } from '@node-rs/argon2'
import { LIMITS, newPasswordSchema } from '@senca/contract'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

const MIN_SCORE = 2
/** Judging takes more than linear time, and what follows a strong beginning does not weaken it. */
const JUDGED_LENGTH = 40

/** In how many ways p4$$w0rd is read at most: judging holds up everybody else meanwhile. */
const READINGS = 10

const strength = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  dictionary: { ...common, ...english },
  l33tMaxSubstitutions: READINGS,
})

/** What opens every demo home. */
const PUBLISHED = ['demo-home-2026']

/** The password as it is kept, or null when it is too short, too long or too easy to guess by who knows `hints`. */
export function readNewPassword(text: string, hints: readonly string[]): string | null {
  const password = newPasswordSchema.safeParse(text)
  if (!password.success) return null
  return strength.check(password.data.slice(0, JUDGED_LENGTH), [...hints, ...PUBLISHED]).score >= MIN_SCORE
    ? password.data
    : null
}

export const hashPassword = (password: string): Promise<string> => hash(password)

/** A hash that no password has: checking against it costs an unknown account what a known one costs. */
let nobodysHash: Promise<string> | undefined

/** True when `text` is the password behind `passwordHash`. Takes the same work when there is no hash. */
export async function isPassword(text: string, passwordHash: string | null): Promise<boolean> {
  const password = text.normalize('NFC')
  const isTooLong = password.length > LIMITS.PASSWORD_MAX_LENGTH
  nobodysHash ??= hash(crypto.getRandomValues(new Uint8Array(32)))
  const isMatch = await verify(passwordHash ?? (await nobodysHash), isTooLong ? '' : password)
  return isMatch && passwordHash !== null && !isTooLong
}
