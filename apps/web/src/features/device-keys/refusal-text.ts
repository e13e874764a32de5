import type { TFunction } from 'i18next'
import { ApiFailure } from '#core/failures.ts'

const WORDS = {
  public_key_already_exists: 'exists',
  public_key_invalid: 'invalid',
  public_keys_limit_exceeded: 'limit',
} as const

const isAboutKeys = (code: string): code is keyof typeof WORDS => Object.hasOwn(WORDS, code)

/** The words for what is wrong with a key; undefined for what is wrong otherwise. Only this page has them. */
export const refusalText = (failure: unknown, t: TFunction): string | undefined =>
  failure instanceof ApiFailure && isAboutKeys(failure.error)
    ? t(`keys.refused.${WORDS[failure.error]}`)
    : undefined
