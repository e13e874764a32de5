import { LIMITS } from '@senca/contract'

export const STRENGTHS = ['weak', 'good', 'strong', 'veryStrong'] as const
export type Strength = (typeof STRENGTHS)[number]

const BY_SCORE: readonly Strength[] = ['weak', 'weak', 'good', 'strong', 'veryStrong']

/** The level for a zxcvbn score (0..4). A password that is too short is always weak. */
export function strengthOf(score: number, password: string): Strength {
  if (password.normalize('NFC').length < LIMITS.PASSWORD_MIN_LENGTH) return 'weak'
  return BY_SCORE[score] ?? 'weak'
}

/** What an attacker who knows this account would try first: the parts of its e-mail address. */
export const hintsOf = (email: string | null): string[] =>
  email === null || email === '' ? [] : [email, ...email.split(/[@.]/)]
