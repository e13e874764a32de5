import type { ErrorCode } from '@senca/contract'

/** The words that a device's result may name its fault with [DP22]. */
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

/** The code for a word of a device; any other word, and none, is read as `device_update_failed` [DP22]. */
export const errorOfDeviceWord = (word: string | undefined): ErrorCode =>
  DEVICE_ERRORS.find((known) => known === word) ?? 'device_update_failed'
