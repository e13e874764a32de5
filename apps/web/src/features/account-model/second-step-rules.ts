import type { SecondFactor } from '@senca/contract/second-factor'
import { ApiFailure, NetworkFailure } from '#core/failures.ts'

export type CodeMeans = Exclude<SecondFactor, 'passkey'>

/** The code that is asked for first: the app's where there is one. */
export function firstCode(means: readonly SecondFactor[]): CodeMeans | null {
  if (means.includes('totp')) return 'totp'
  return means.includes('recovery') ? 'recovery' : null
}

/** The other code that the account has, to change to. */
export function otherCode(means: readonly SecondFactor[], shown: CodeMeans): CodeMeans | null {
  const other = shown === 'totp' ? 'recovery' : 'totp'
  return means.includes(other) ? other : null
}

/** A code as it is sent: people copy them with spaces. */
export const readCode = (typed: string): string => typed.replace(/\s+/g, '')

const OVER: readonly string[] = ['login_required', 'confirmation_invalid']

/** What a refused second step leads to: another try, or the start, because the first step has lapsed. */
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
