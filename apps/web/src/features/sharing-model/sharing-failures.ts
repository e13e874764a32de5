import { ApiFailure } from '#core/api/failures.ts'

/** Whether the server refuses because the account is not confirmed. */
export const isUnconfirmed = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.error === 'account_confirmation_required'

/** Whether the server asks for the password, to be sure that the owner is sharing. */
export const isProofMissing = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.error === 'data_missing' && failure.key === 'password'
