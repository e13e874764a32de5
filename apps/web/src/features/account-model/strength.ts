import { LIMITS } from '@senca/contract'

export const STRENGTHS = ['weak', 'good', 'strong', 'veryStrong'] as const
export type Strength = (typeof STRENGTHS)[number]

const BY_SCORE: readonly Strength[] = ['weak', 'weak', 'good', 'strong', 'veryStrong']

/** The level of a score of zxcvbn (0..4); what is too short to be taken is weak, however odd it is. */
export function strengthOf(score: number, password: string): Strength {
  if (password.normalize('NFC').length < LIMITS.PASSWORD_MIN_LENGTH) return 'weak'
  return BY_SCORE[score] ?? 'weak'
}

/** What a guesser of this account would try first: the words of its e-mail address. */
export const hintsOf = (email: string | null): string[] =>
  email === null || email === '' ? [] : [email, ...email.split(/[@.]/)]
