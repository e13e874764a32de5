import { ApiFailure } from '#core/failures.ts'

/** The words of this screen for a refusal; null for what the general messages cover. */
export function forgottenRefusal(failure: unknown): 'forgotten.notFound' | 'errors.invalidEmail' | null {
  if (!(failure instanceof ApiFailure)) return null
  if (failure.error === 'account_not_found') return 'forgotten.notFound'
  return failure.error === 'malformed_request' ? 'errors.invalidEmail' : null
}
