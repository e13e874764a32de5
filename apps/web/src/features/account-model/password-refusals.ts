import type { Language } from '@senca/contract'
import type { TFunction } from 'i18next'
import { ApiFailure } from '#core/failures.ts'
import { errorText } from '#i18n/error-text.ts'

/** A refusal on the page of an e-mailed link: in English the server's description and detail, else the words of its code. */
export function refusalText(failure: ApiFailure, language: Language, t: TFunction): string {
  if (language !== 'en') return errorText(failure, t)
  const { description, detail } = failure
  return detail === null || detail === '' ? description : `${description.replace(/\.$/, '')}. ${detail}`
}

/** The words for a refused change of the password; everything without words of its own is the general message. */
export function changeRefusal(failure: unknown): 'incorrectPassword' | 'passwordTooWeak' | 'generic' {
  if (!(failure instanceof ApiFailure)) return 'generic'
  if (failure.error === 'invalid_credentials') return 'incorrectPassword'
  return failure.error === 'password_not_strong_enough' ? 'passwordTooWeak' : 'generic'
}

export const isTooWeak = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.error === 'password_not_strong_enough'
