import { describe, expect, it } from 'vitest'
import { readLogin } from './login-form.ts'

describe('readLogin', () => {
  it.each([
    ['no field', {}, 'data_missing'],
    ['an id token and a login', { idtoken: 'x', login: 'l' }, 'malformed_request'],
    ['an id token and a password', { idtoken: 'x', password: 'p' }, 'malformed_request'],
    ['no login', { password: 'p' }, 'missing_login'],
    ['an empty login', { login: ' ', password: 'p' }, 'missing_login'],
    ['no password', { login: 'l' }, 'missing_password'],
    ['an empty password', { login: 'l', password: '' }, 'missing_password'],
    ['nothing in either', { login: '', password: '' }, 'missing_login'],
  ])('says what is missing: %s', (_name, form, error) => {
    expect(readLogin(form)).toMatchObject({ ok: false, error })
  })

  it('answers both fields as they were written', () => {
    expect(readLogin({ login: ' l', password: ' p ' })).toEqual({
      ok: true,
      by: 'password',
      login: ' l',
      password: ' p ',
    })
    expect(readLogin({ idtoken: 'x.y.z' })).toEqual({ ok: true, by: 'idtoken', idToken: 'x.y.z' })
  })
})
