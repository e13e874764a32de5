import { describe, expect, it } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { guardRefusal } from './guard-refusal.ts'

describe('a refused change of what unlocking takes', () => {
  it.each([
    ['invalid_credentials', 'password', 'wrongPassword'],
    ['insufficient_permission', 'password', 'stale'],
    ['insufficient_permission', undefined, 'other'],
    ['resource_not_found', 'passkey', 'noPasskey'],
    ['internal_error', undefined, 'other'],
  ])('%s about %s is %s', (error, key, refusal) => {
    const body = { error, error_description: '', ...(key === undefined ? {} : { key }) }
    expect(guardRefusal(new ApiFailure(400, body))).toBe(refusal)
  })
})
