import type { ErrorCode } from '@senca/contract'
import type { DeviceOutcome } from '@senca/contract/outcomes'

/** After these errors it is unknown what the device has done. */
const UNANSWERED: ReadonlySet<ErrorCode> = new Set([
  'device_request_timeout',
  'device_not_responding',
  'internal_error',
  // The command was withdrawn on its way, because the link or the device was taken away.
  'insufficient_permission',
  'device_not_exist',
])

/**
 * Whether a command uses up one use: if it succeeded, if nobody confirmed it, or if it is an unlock that may have happened. `outcome` is null if the
 * command was never sent.
 */
export function isSpentBy(outcome: DeviceOutcome | null, isUnlock: boolean): boolean {
  if (outcome === null) return false
  return outcome.ok !== false || (isUnlock && UNANSWERED.has(outcome.error))
}
