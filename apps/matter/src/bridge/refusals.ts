import type { ErrorCode } from '@senca/contract'

/** How a refused command is answered, as the name of a status of Matter. */
export type MatterStatus =
  | 'Success'
  | 'Failure'
  | 'Busy'
  | 'InvalidInState'
  | 'ConstraintError'
  | 'ResourceExhausted'
  | 'UnsupportedAccess'

/** What a call of Senca came to. `detail` is one of its result details, `key` what a paused bridge waits for. */
export interface CallError {
  error: string
  detail?: string | undefined
  key?: string | undefined
}

const BY_ERROR: Partial<Record<ErrorCode | 'device_unreachable', MatterStatus>> = {
  weather_scenario_matched: 'InvalidInState',
  device_not_ready: 'Busy',
  device_busy: 'Busy',
  too_many_requests: 'ResourceExhausted',
  bad_command_value: 'ConstraintError',
  // It is where it was asked to be, or does not move as it was asked to.
  device_already_in_state: 'Success',
  device_not_busy: 'Success',
}

const PAUSED: readonly (string | undefined)[] = ['frozen', 'windows', 'startsAt']
const PIN: readonly (string | undefined)[] = ['pin', 'pin_locked', 'pin_wrong', 'pin_required']

/** The status of a refusal [BR25]. */
export function statusOf({ error, detail, key }: CallError): MatterStatus {
  if (error === 'insufficient_permission') {
    if (PAUSED.includes(key) || detail === 'door_open') return 'InvalidInState'
    return PIN.includes(detail) ? 'Failure' : 'UnsupportedAccess'
  }
  if (error === 'device_update_failed') {
    // A newer command took its place: the older one did what it could.
    if (detail === 'replaced') return 'Success'
    return detail === 'door_open' ? 'InvalidInState' : 'Failure'
  }
  return BY_ERROR[error as ErrorCode] ?? 'Failure'
}
