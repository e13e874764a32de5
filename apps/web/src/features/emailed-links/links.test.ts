import { describe, expect, it } from 'vitest'
import { ApiFailure, NetworkFailure } from '#core/api/failures.ts'
import { forgottenRefusal } from './forgotten-refusal.ts'
import { linkFailure } from './link-failure.ts'
import { addPasswordRequest, linkToken } from './link-tokens.ts'
import { secondsToWait } from './mail-wait.ts'

const refused = (error: string) => new ApiFailure(400, { error, error_description: '' })

describe('the token of a link', () => {
  it.each([
    ['?token=abc', null, 'abc'],
    ['?token=abc', { token: 'other' }, 'abc'],
    ['', { token: 'of-the-state' }, 'of-the-state'],
    ['?token=', { token: 'of-the-state' }, 'of-the-state'],
    ['?token=', null, null],
    ['', { token: 7 }, null],
    ['', undefined, null],
  ])('%j with %j: %s', (search, state, token) => {
    expect(linkToken(search, state)).toBe(token)
  })
})

describe('the request of a link that adds a password', () => {
  it.each([
    ['', null, undefined],
    ['?request=', null, undefined],
    ['?request=abc', null, 'abc'],
    ['', { request: 'of-the-state' }, 'of-the-state'],
    ['?request=abc', { request: 'of-the-state' }, 'of-the-state'],
    ['', { request: null }, null],
    ['?request=abc', { from: '/home' }, 'abc'],
  ])('%j with %j: %s', (search, state, request) => {
    expect(addPasswordRequest(search, state)).toBe(request)
  })
})

it.each([
  [refused('account_not_found'), 'forgotten.notFound'],
  [refused('malformed_request'), 'errors.invalidEmail'],
  [refused('too_many_requests'), null],
  [new NetworkFailure(), null],
])('spec §8, Forgotten password: %s', (failure, words) => {
  expect(forgottenRefusal(failure)).toBe(words)
})

it.each([
  [refused('confirmation_invalid'), 'linkExpired'],
  [refused('account_already_confirmed'), 'alreadyConfirmed'],
  [new NetworkFailure(), 'linkExpired'],
])('a link that fails: %s', (failure, words) => {
  expect(linkFailure(failure)).toBe(words)
})

describe('Confirmation e-mail re-request wait: 20 seconds', () => {
  it.each([
    ['nothing was sent', null, 0, 0],
    ['just sent', 1_000, 1_000, 20],
    ['half a second later', 1_000, 1_500, 20],
    ['one second before', 1_000, 20_000, 1],
    ['to the millisecond', 1_000, 21_000, 0],
    ['long after', 1_000, 99_000, 0],
    ['a clock that was set back', 50_000, 1_000, 0],
  ])('%s', (_name, lastSentAt, now, seconds) => {
    expect(secondsToWait(lastSentAt, now)).toBe(seconds)
  })
})
