import { ApiFailure } from '#core/failures.ts'

/** The description and the detail of a refusal as one text. */
export function describedRefusal({ description, detail }: ApiFailure): string {
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
