import type { ErrorCode } from '@senca/contract'
import type { DeviceOutcome } from '@senca/contract/outcomes'

/** After these nobody knows what the device has done: it did not answer, or nobody was there to hear it. */
const UNANSWERED: ReadonlySet<ErrorCode> = new Set([
  'device_request_timeout',
  'device_not_responding',
  'internal_error',
  // The command was taken back on its way: the link or the device was taken away.
  'insufficient_permission',
  'device_not_exist',
])

/**
 * Whether a use is spent by what became of its command, null for one that never left: by success, and by an unlocking
 * that may have happened.
 */
export function isSpentBy(outcome: DeviceOutcome | null, isUnlock: boolean): boolean {
  if (outcome === null) return false
  return outcome.ok || (isUnlock && UNANSWERED.has(outcome.error))
}
