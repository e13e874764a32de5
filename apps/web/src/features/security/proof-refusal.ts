import { ApiFailure } from '#core/failures.ts'

/**
 * What is wrong with a proof: the password, or a sign-in that is too long ago to stand for one; null when the
 * refusal is about something else.
 */
export function proofRefusal(failure: unknown): 'wrong' | 'stale' | null {
  if (!(failure instanceof ApiFailure) || failure.key !== 'password') return null
  if (failure.error === 'invalid_credentials') return 'wrong'
  return failure.error === 'insufficient_permission' ? 'stale' : null
}
