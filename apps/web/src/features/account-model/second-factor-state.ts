import { ApiFailure } from '#core/api/failures.ts'

/**
 * The state with which the second step finishes a sign-in that was refused only for the missing second factor; null for every
 * other failure.
 */
export function secondFactorState(failure: unknown): string | null {
  if (!(failure instanceof ApiFailure) || failure.error !== 'second_factor_required') return null
  return failure.state
}
