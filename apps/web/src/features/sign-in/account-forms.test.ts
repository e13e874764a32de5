import { describe, expect, it } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { loginFault, loginRefusal, registerFault, registerRefusal } from './account-forms.ts'

const refused = (error: string, key?: string) =>
  new ApiFailure(401, { error, error_description: '', ...(key === undefined ? {} : { key }) })

describe('spec §5, Login', () => {
  it.each([
    ['', 'long enough', 'invalidEmail'],
    ['   ', 'long enough', 'invalidEmail'],
    ['', 'short', 'invalidEmail'],
    ['a@b.si', '1234567', 'passwordLength'],
    ['a@b.si', '12345678', null],
    ['not an address', '12345678', null],
    ['a@b.si', '🌞🌞🌞🌞', null],
    ['a@b.si', 'c\u030C'.repeat(4), 'passwordLength'],
  ])('%j with %j: %s', (email, password, fault) => {
    expect(loginFault(email, password)).toBe(fault)
  })

  it.each([
    ['password', 'incorrectPassword'],
    ['login', 'noSuchAccount'],
    ['other', null],
  ])('Key %s shows %s', (key, text) => {
    expect(loginRefusal(refused('invalid_credentials', key))).toBe(text)
  })

  it('Other failures show nothing specific.', () => {
    expect(loginRefusal(refused('too_many_requests'))).toBeNull()
    expect(loginRefusal(new Error('x'))).toBeNull()
  })
})

describe('spec §5, Register', () => {
  it.each([
    ['empty e-mail', { email: '', password: '12345678', confirmation: '12345678' }, 'invalidEmail'],
    ['seven characters', { email: 'a@b.si', password: '1234567', confirmation: '1234567' }, 'passwordLength'],
    ['eight and equal', { email: 'a@b.si', password: '12345678', confirmation: '12345678' }, null],
    [
      'eight and different',
      { email: 'a@b.si', password: '12345678', confirmation: '12345679' },
      'passwordMismatch',
    ],
  ])('%s', (_name, fields, fault) => {
    expect(registerFault(fields)).toBe(fault)
  })

  it.each([
    ['malformed_request', 'invalidEmail'],
    ['password_not_strong_enough', 'passwordTooWeak'],
    ['email_already_in_use', 'emailInUse'],
    ['internal_error', null],
  ])('%s shows %s', (error, text) => {
    expect(registerRefusal(refused(error))).toBe(text)
  })
})
