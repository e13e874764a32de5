import { describe, expect, it } from 'vitest'
import { ERROR_CATALOGUE, errorBodySchema, isErrorCode } from './errors.ts'

const codes = (status: number) =>
  Object.entries(ERROR_CATALOGUE)
    .filter(([, entry]) => entry.status === status)
    .map(([code]) => code)
    .sort()

describe('the error catalogue', () => {
  it('has the two codes of an unusable token or code as gone', () => {
    expect(codes(410)).toEqual(['confirmation_code_expired', 'confirmation_invalid'])
  })

  it('asks for a sign-in only by these codes', () => {
    expect(codes(401)).toEqual([
      'api_token_invalid',
      'api_token_missing',
      'invalid_credentials',
      'login_required',
      'second_factor_required',
    ])
  })

  it('says that something is not there only by these codes', () => {
    expect(codes(404)).toEqual(['account_not_found', 'device_not_exist', 'resource_not_found'])
  })

  it('asks for money only by these codes', () => {
    expect(codes(402)).toEqual(['open_weather_subscription_needed', 'payment_failed'])
  })

  it('waits for a device only by these codes', () => {
    expect(codes(504)).toEqual(['device_not_responding', 'device_request_timeout'])
  })

  it.each([
    'data_missing',
    'missing_login',
    'missing_password',
    'other_account_confirmation_required',
    'open_weather_subscription_needed',
    'weather_scenario_matched',
    'device_scenarios_limit_exceeded',
    'home_already_exists',
    'command_params_invalid',
  ])('has %s', (code) => expect(isErrorCode(code)).toBe(true))

  it('has no code from the prototype', () => {
    expect(isErrorCode('constructor')).toBe(false)
    expect(isErrorCode('__proto__')).toBe(false)
  })

  it('gives every code a status in the range of its fault and one plain sentence', () => {
    for (const [code, { status, fault, description }] of Object.entries(ERROR_CATALOGUE)) {
      expect(status >= 500 ? ['server', 'device'] : ['caller', 'device'], code).toContain(fault)
      expect(description, code).toMatch(/^[A-Z].*\.$|^This call needs|^A weather subscription/)
    }
  })

  it('describes the body of a refusal', () => {
    expect(errorBodySchema.parse({ error: 'device_offline', error_description: 'x', extra: 1 })).toEqual({
      error: 'device_offline',
      error_description: 'x',
    })
    expect(errorBodySchema.safeParse({ error: 'x' }).success).toBe(false)
  })
})
