import { ApiFailure } from '#core/api/failures.ts'

/**
 * Why the server refused to change the unlock protection or to add a passkey for it: wrong password, sign-in too long ago,
 * account without a passkey, or another reason.
 */
export type GuardRefusal = 'wrongPassword' | 'stale' | 'noPasskey' | 'other'

export function guardRefusal(failure: unknown): GuardRefusal {
  if (!(failure instanceof ApiFailure)) return 'other'
  if (failure.key === 'password') {
    if (failure.error === 'invalid_credentials') return 'wrongPassword'
    if (failure.error === 'insufficient_permission') return 'stale'
  }
  return failure.key === 'passkey' ? 'noPasskey' : 'other'
}
