import { ApiFailure } from '#core/failures.ts'

/** The words for a link that could not be used. */
export function linkFailure(failure: unknown): 'alreadyConfirmed' | 'linkExpired' {
  return failure instanceof ApiFailure && failure.error === 'account_already_confirmed'
    ? 'alreadyConfirmed'
    : 'linkExpired'
}
