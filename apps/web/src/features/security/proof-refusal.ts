import { ApiFailure } from '#core/api/failures.ts'

/** The error of a proof: a wrong password, or a sign-in that is too long ago. Null if the refusal is about something else. */
export function proofRefusal(failure: unknown): 'wrong' | 'stale' | null {
  if (!(failure instanceof ApiFailure) || failure.key !== 'password') return null
  if (failure.error === 'invalid_credentials') return 'wrong'
  return failure.error === 'insufficient_permission' ? 'stale' : null
}
