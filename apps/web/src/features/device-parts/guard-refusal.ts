import { ApiFailure } from '#core/failures.ts'

/** Why a change of what unlocking takes, or a passkey for it, was refused: the password, a sign-in that is too long ago, an account without a passkey, or else. */
export type GuardRefusal = 'wrongPassword' | 'stale' | 'noPasskey' | 'other'

export function guardRefusal(failure: unknown): GuardRefusal {
  if (!(failure instanceof ApiFailure)) return 'other'
  if (failure.key === 'password') {
    if (failure.error === 'invalid_credentials') return 'wrongPassword'
    if (failure.error === 'insufficient_permission') return 'stale'
  }
  return failure.key === 'passkey' ? 'noPasskey' : 'other'
}
