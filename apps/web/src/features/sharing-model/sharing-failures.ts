import { ApiFailure } from '#core/failures.ts'

/** Whether the server refuses because the account is not confirmed. */
export const isUnconfirmed = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.error === 'account_confirmation_required'

/** Whether the server wants to know that it is the owner who lends this. */
export const isProofMissing = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.error === 'data_missing' && failure.key === 'password'
