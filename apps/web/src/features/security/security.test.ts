import type { SecondFactorStatus } from '@senca/contract/second-factor'
import { describe, expect, it } from 'vitest'
import { ApiFailure, NetworkFailure } from '#core/api/failures.ts'
import { secondFactorState } from '#features/account-model/second-factor-state.ts'
import {
  firstCode,
  otherCode,
  readCode,
  secondStepRefusal,
} from '#features/account-model/second-step-rules.ts'
import { isAlarming, meansOf } from './event-words.ts'
import { proofRefusal } from './proof-refusal.ts'
import { groupedSecret, recoveryText } from './recovery.ts'
import { afterAdding, isOn, isPasskeyName } from './two-step-state.ts'

const refused = (error: string, state?: string) =>
  new ApiFailure(401, { error, error_description: '', ...(state === undefined ? {} : { state }) })

describe('what is kept on paper', () => {
  it.each([
    ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP EHPK 3PXP'],
    ['JBSWY', 'JBSW Y'],
    ['', ''],
  ])('the secret %s reads %s', (secret, grouped) => {
    expect(groupedSecret(secret)).toBe(grouped)
  })

  it('recovery codes are a heading and a code a line', () => {
    expect(recoveryText('Senca', ['aaaa-1111', 'bbbb-2222'])).toBe('Senca\n\naaaa-1111\nbbbb-2222\n')
  })
})

describe('the second step', () => {
  it('is taken when the refusal names what to finish the sign-in with', () => {
    expect(secondFactorState(refused('second_factor_required', 's1'))).toBe('s1')
    expect(secondFactorState(refused('second_factor_required'))).toBeNull()
    expect(secondFactorState(refused('invalid_credentials', 's1'))).toBeNull()
    expect(secondFactorState(new NetworkFailure())).toBeNull()
  })

  it('asks for the code that the account has, and offers the other', () => {
    expect(firstCode(['passkey', 'totp', 'recovery'])).toBe('totp')
    expect(firstCode(['passkey', 'recovery'])).toBe('recovery')
    expect(firstCode(['passkey'])).toBeNull()
    expect(otherCode(['totp', 'recovery'], 'totp')).toBe('recovery')
    expect(otherCode(['totp', 'recovery'], 'recovery')).toBe('totp')
    expect(otherCode(['totp'], 'totp')).toBeNull()
    expect(otherCode(['passkey', 'recovery'], 'recovery')).toBeNull()
  })

  it('reads codes as people copy them', () => {
    expect(readCode(' 123 456\n')).toBe('123456')
    expect(readCode('  ')).toBe('')
  })

  it.each([
    [refused('invalid_credentials'), 'wrong'],
    [refused('confirmation_code_expired'), 'wrong'],
    [
      new ApiFailure(401, { error: 'invalid_credentials', error_description: '', key: 'credential' }),
      'wrongPasskey',
    ],
    [refused('login_required'), 'over'],
    [refused('confirmation_invalid'), 'over'],
    [refused('too_many_requests'), 'slowed'],
    [refused('internal_error'), 'other'],
    [new NetworkFailure(), 'network'],
    [new Error('x'), 'other'],
  ])('%s: %s', (failure, refusal) => {
    expect(secondStepRefusal(failure)).toBe(refusal)
  })
})

it.each([
  ['invalid_credentials', 'password', 'wrong'],
  ['insufficient_permission', 'password', 'stale'],
  ['insufficient_permission', 'passkeys', null],
  ['invalid_credentials', 'credential', null],
])('a proof that is refused with %s by key %s: %s', (error, key, refusal) => {
  expect(proofRefusal(new ApiFailure(401, { error, error_description: '', key }))).toBe(refusal)
})

describe('the two-step screen', () => {
  const off: SecondFactorStatus = { totp: false, passkeys: [], recoveryCodesLeft: 0 }
  const passkey = { id: 'k', name: 'Phone', createdAt: '2026-01-01T00:00:00Z', lastUsedAt: null }

  it('is on with an app or a passkey, not with leftover codes', () => {
    expect(isOn(off)).toBe(false)
    expect(isOn({ ...off, recoveryCodesLeft: 3 })).toBe(false)
    expect(isOn({ ...off, totp: true })).toBe(true)
    expect(isOn({ ...off, passkeys: [passkey] })).toBe(true)
  })

  it('shows recovery codes when the first means brought them', () => {
    expect(afterAdding([])).toBeNull()
    expect(afterAdding(['a'])).toEqual({ kind: 'codes', codes: ['a'] })
  })

  it.each([
    ['', false],
    ['   ', false],
    ['a', true],
    ['🔑'.repeat(40), true],
    ['x'.repeat(41), false],
  ])('a passkey named %j: %s', (name, valid) => {
    expect(isPasskeyName(name)).toBe(valid)
  })
})

describe('what the account reads of itself', () => {
  it('knows the means, and passes over what it does not', () => {
    expect(meansOf('totp')).toBe('totp')
    expect(meansOf('carrier pigeon')).toBeNull()
    expect(meansOf(null)).toBeNull()
  })

  it('marks what the owner should check', () => {
    expect(isAlarming('sign_in_failed')).toBe(true)
    expect(isAlarming('signed_in')).toBe(false)
  })
})
