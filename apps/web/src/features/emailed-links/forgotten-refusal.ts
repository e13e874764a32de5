import { ApiFailure } from '#core/api/failures.ts'

/** The text key of a refusal on this screen; null if a general message is enough. */
export function forgottenRefusal(failure: unknown): 'forgotten.notFound' | 'errors.invalidEmail' | null {
  if (!(failure instanceof ApiFailure)) return null
  if (failure.error === 'account_not_found') return 'forgotten.notFound'
  return failure.error === 'malformed_request' ? 'errors.invalidEmail' : null
}
