import { ApiFailure } from '#core/api/failures.ts'

export const isAlreadyConfirmed = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.error === 'account_already_confirmed'

/** The text key for a link that could not be used. */
export const linkFailure = (failure: unknown): 'alreadyConfirmed' | 'linkExpired' =>
  isAlreadyConfirmed(failure) ? 'alreadyConfirmed' : 'linkExpired'
