import type { ErrorCode } from '@senca/contract'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import { describe, expect, it } from 'vitest'
import { isSpentBy } from './use-outcome.ts'

const failed = (error: ErrorCode): DeviceOutcome => ({ deviceId: 'a', ok: false, error })

describe('the outcome of a use', () => {
  it.each<[string, DeviceOutcome | null, boolean, boolean]>([
    ['success', { deviceId: 'a', ok: true }, true, true],
    ['a command that nobody confirmed [HW38]', { deviceId: 'a', ok: null }, true, true],
    ['a command that never left', null, false, false],
    ['a device that is away', failed('device_offline'), false, false],
    ['a refusal by the device', failed('device_busy'), false, false],
    ['a refusal in a word of its own', failed('device_update_failed'), false, false],
    ['what the device is already', failed('device_already_in_state'), false, false],
    ['no answer', failed('device_request_timeout'), true, false],
    ['silence after it was taken', failed('device_not_responding'), true, false],
    ['the end of the server', failed('internal_error'), true, false],
    ['the end of the link on the way', failed('insufficient_permission'), true, false],
    ['the end of the device on the way', failed('device_not_exist'), true, false],
  ])('%s', (_name, outcome, ofUnlock, ofOthers) => {
    expect([isSpentBy(outcome, true), isSpentBy(outcome, false)]).toEqual([ofUnlock, ofOthers])
  })
})
