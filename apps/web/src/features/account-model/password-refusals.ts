import type { Language } from '@senca/contract'
import type { TFunction } from 'i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { errorText } from '#i18n/error-text.ts'

/**
 * The text of a refusal on the page of an e-mailed link: in English the server's description and detail, otherwise the translated
 * text of the error code.
 */
export function refusalText(failure: ApiFailure, language: Language, t: TFunction): string {
  if (language !== 'en') return errorText(failure, t)
  const { description, detail } = failure
  return detail === null || detail === '' ? description : `${description.replace(/\.$/, '')}. ${detail}`
}

/** The kind of text for a refused change of the password; `generic` for every refusal without a text of its own. */
export function changeRefusal(failure: unknown): 'incorrectPassword' | 'passwordTooWeak' | 'generic' {
  if (!(failure instanceof ApiFailure)) return 'generic'
  if (failure.error === 'invalid_credentials') return 'incorrectPassword'
  return failure.error === 'password_not_strong_enough' ? 'passwordTooWeak' : 'generic'
}

export const isTooWeak = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.error === 'password_not_strong_enough'
