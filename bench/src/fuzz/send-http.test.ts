import { describe, expect, test } from 'vitest'
import type { HttpAnswer } from '../product/http-call.ts'
import type { Caller } from './http-cases.ts'
import { filledIn, validate } from './send-http.ts'

const WORDS = { canaries: ['foreignword'], ownCanaries: ['ownword'], unlentCanaries: ['unlentword'] }
const error = (code: string) => JSON.stringify({ error: code, error_description: 'Why.' })

const faults = (caller: Caller, status: number, text: string, headers: HttpAnswer['headers'] = {}) =>
  validate(WORDS, { caller, method: 'POST' }, { status, text, headers, tookMs: 1 }).length

describe('an answer to generated input', () => {
  test.each<[string, Caller, number, string, number]>([
    ['a success', 'owner', 200, '{}', 0],
    ['a refusal of the catalogue', 'owner', 400, error('malformed_request'), 0],
    ['a refusal that is none of the catalogue', 'owner', 400, error('made_up'), 1],
    ['a refusal without JSON', 'owner', 400, 'Bad Request', 1],
    ['a failure of ours', 'owner', 500, error('internal_error'), 1],
    ['a silent device', 'owner', 504, error('device_request_timeout'), 0],
    ['a foreign word for the owner', 'owner', 200, '{"name":"foreignword"}', 1],
    [
      'a foreign word in a refusal',
      'nobody',
      404,
      error('resource_not_found').replace('Why', 'foreignword'),
      1,
    ],
    ['the owner’s word for the owner', 'owner', 200, '"ownword"', 0],
    ['the owner’s word for a guest', 'guest', 200, '"ownword"', 1],
    ['the owner’s word for an account with whom a device is shared', 'holder', 200, '"ownword"', 0],
    [
      'what is not shared for an account with whom another device is shared',
      'holder',
      200,
      '"unlentword"',
      1,
    ],
    ['the owner’s word for nobody', 'nobody', 200, '"ownword"', 1],
  ])('is judged: %s', (_name, caller, status, text, count) => {
    expect(faults(caller, status, text)).toBe(count)
  })

  test('is searched for canaries in its headers too', () => {
    expect(faults('owner', 200, '{}', { 'set-cookie': ['x=foreignword'] })).toBe(1)
  })
})

test('placeholders stand for what they are in this run, other braces for themselves', () => {
  expect(filledIn('a {{own link}} b {{7*7}}', new Map([['{{own link}}', 'x']]))).toBe('a x b {{7*7}}')
})
