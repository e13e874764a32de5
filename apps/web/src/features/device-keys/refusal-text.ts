import type { TFunction } from 'i18next'
import { ApiFailure } from '#core/api/failures.ts'

const WORDS = {
  public_key_already_exists: 'exists',
  public_key_invalid: 'invalid',
  public_keys_limit_exceeded: 'limit',
} as const

const isAboutKeys = (code: string): code is keyof typeof WORDS => Object.hasOwn(WORDS, code)

/** The text for an error about a key; undefined for any other error. Only this page has these texts. */
export const refusalText = (failure: unknown, t: TFunction): string | undefined =>
  failure instanceof ApiFailure && isAboutKeys(failure.error)
    ? t(`keys.refused.${WORDS[failure.error]}`)
    : undefined
