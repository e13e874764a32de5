import type { SecondFactor } from '@senca/contract/second-factor'
import { ApiFailure, NetworkFailure } from '#core/api/failures.ts'

export type CodeMeans = Exclude<SecondFactor, 'passkey'>

/** The kind of code that is asked for first: the code of the authenticator app if the account has one. Null without codes. */
export function firstCode(means: readonly SecondFactor[]): CodeMeans | null {
  if (means.includes('totp')) return 'totp'
  return means.includes('recovery') ? 'recovery' : null
}

/** The other kind of code that the account can switch to; null if there is none. */
export function otherCode(means: readonly SecondFactor[], shown: CodeMeans): CodeMeans | null {
  const other = shown === 'totp' ? 'recovery' : 'totp'
  return means.includes(other) ? other : null
}

/** Removes spaces from a code, because people copy codes with spaces. */
export const readCode = (typed: string): string => typed.replace(/\s+/g, '')

const OVER: readonly string[] = ['login_required', 'confirmation_invalid']

/** What follows a refused second step. `over`: the first step has expired and the sign-in must start again. */
export function secondStepRefusal(
  failure: unknown,
): 'wrong' | 'wrongPasskey' | 'over' | 'slowed' | 'network' | 'other' {
  if (failure instanceof NetworkFailure) return 'network'
  if (!(failure instanceof ApiFailure)) return 'other'
  if (OVER.includes(failure.error)) return 'over'
  if (failure.error === 'invalid_credentials' && failure.key === 'credential') return 'wrongPasskey'
  if (failure.error === 'invalid_credentials' || failure.error === 'confirmation_code_expired') return 'wrong'
  return failure.error === 'too_many_requests' ? 'slowed' : 'other'
}
