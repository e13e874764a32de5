import { expect, it } from 'vitest'
import { errorOfDeviceWord } from './device-words.ts'

it.each([
  ['device_busy', 'device_busy'],
  ['device_not_busy', 'device_not_busy'],
  ['bad_command_value', 'bad_command_value'],
  ['internal_error', 'device_update_failed'],
  ['insufficient_permission', 'device_update_failed'],
  ['toString', 'device_update_failed'],
  ['', 'device_update_failed'],
])('[DP22] reads the word %j as %s', (word, code) => {
  expect(errorOfDeviceWord(word)).toBe(code)
})
