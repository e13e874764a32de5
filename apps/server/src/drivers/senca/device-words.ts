import type { ErrorCode } from '@senca/contract'

/** The error names that a device may use in a result [DP22]. */
const DEVICE_ERRORS = [
  'device_busy',
  'device_not_busy',
  'device_already_in_state',
  'device_unsupported_action',
  'device_not_ready',
  'device_update_failed',
  'bad_command_value',
  'invalid_command',
] as const satisfies readonly ErrorCode[]

/** The error code for a name sent by a device. Any other name, and no name, becomes `device_update_failed` [DP22]. */
export const errorOfDeviceWord = (word: string | undefined): ErrorCode =>
  DEVICE_ERRORS.find((known) => known === word) ?? 'device_update_failed'
