import { describe, expect, it } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { joinRefusal, joinRequestOf, NEW_JOIN, validateJoin } from './join-draft.ts'

const draft = (changes: Partial<typeof NEW_JOIN>) => ({ ...NEW_JOIN, host: 'broker.lan', ...changes })

describe('[HW14] joining a broker', () => {
  it.each([
    [{ host: ' ' }, { host: 'hostMissing' }],
    [{ port: '0' }, { port: 'portInvalid' }],
    [{ port: '70000' }, { port: 'portInvalid' }],
    [{ port: 'mqtt' }, { port: 'portInvalid' }],
    [{ port: '1883' }, {}],
    [{}, {}],
  ])('with %o has the errors %o', (changes, errors) => {
    expect(validateJoin(draft(changes))).toEqual(errors)
  })

  it('leaves out what was left empty', () => {
    expect(joinRequestOf(draft({}))).toEqual({ host: 'broker.lan', tls: false })
    expect(
      joinRequestOf(draft({ port: '8883', tls: true, username: 'u', password: 'p', ca: 'PEM' })),
    ).toEqual({
      host: 'broker.lan',
      port: 8883,
      tls: true,
      username: 'u',
      password: 'p',
      ca: 'PEM',
    })
  })

  it('sends no certificate without TLS', () => {
    expect(joinRequestOf(draft({ ca: 'PEM' }))).toEqual({ host: 'broker.lan', tls: false })
  })

  it.each([
    ['dns', false, 'host'],
    ['unreachable', false, 'host'],
    ['timeout', false, 'host'],
    ['not_allowed', false, 'host'],
    ['not_mqtt', false, 'port'],
    ['tls', true, 'ca'],
    ['tls', false, 'host'],
    ['bad_login', false, 'password'],
    ['no_rights', false, 'username'],
  ])('shows %s (TLS: %s) at the field %s', (detail, tls, field) => {
    const failure = new ApiFailure(409, {
      error: 'broker_unusable',
      error_description: '',
      error_detail: detail,
    })
    expect(joinRefusal(failure, draft({ tls }))).toEqual({ [field]: detail })
  })
})
