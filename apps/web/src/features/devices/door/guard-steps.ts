import { ApiFailure } from '#core/failures.ts'

/** The steps of choosing what unlocking a door takes. */
export type GuardStep = 'gesture' | 'newPin' | 'repeatPin' | 'proof'

/** Why the choice was refused: the password, a sign-in that is too long ago, an account without a passkey, or else. */
export type GuardRefusal = 'wrongPassword' | 'stale' | 'noPasskey' | 'other'

export function guardRefusal(failure: unknown): GuardRefusal {
  if (!(failure instanceof ApiFailure)) return 'other'
  if (failure.key === 'password') {
    if (failure.error === 'invalid_credentials') return 'wrongPassword'
    if (failure.error === 'insufficient_permission') return 'stale'
  }
  return failure.key === 'passkey' ? 'noPasskey' : 'other'
}
