import { ApiFailure } from '#core/failures.ts'

/** What a refused sign-in is finished with when it only lacks the second factor; null for every other failure. */
export function secondFactorState(failure: unknown): string | null {
  if (!(failure instanceof ApiFailure) || failure.error !== 'second_factor_required') return null
  return failure.state
}
