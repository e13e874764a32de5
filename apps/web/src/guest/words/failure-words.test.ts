import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { ApiFailure, NetworkFailure } from '#core/api/failures.ts'
import { codeText, errorText } from './failure-words.ts'

/** In this language the translation of every key is the key itself. */
const t = await createInstance().init({ lng: 'cimode' })

describe('the text of a failure for a guest', () => {
  test.each([
    ['insufficient_permission', 'guest.expired.title'],
    ['device_not_exist', 'guest.expired.title'],
    ['device_busy', 'errors.deviceBusy'],
    ['device_offline', 'errors.deviceOffline'],
    ['internal_error', 'errors.generic'],
    ['constructor', 'errors.generic'],
  ])('%s is %s', (error, words) => {
    expect(codeText(error, 'for developers', t)).toBe(words)
    expect(errorText(new ApiFailure(403, { error, error_description: '' }), t)).toBe(words)
  })

  test('a command that a freeze of all sharing ended is not called expired', () => {
    const frozen = { error: 'insufficient_permission', error_description: '', key: 'frozen' }
    expect(errorText(new ApiFailure(403, frozen), t)).toBe('guest.paused.title')
  })

  test('a call that did not reach the server, and an error that is not of a call, have their own texts', () => {
    expect(errorText(new NetworkFailure(), t)).toBe('errors.network')
    expect(errorText(new Error('odd'), t)).toBe('errors.generic')
  })
})
