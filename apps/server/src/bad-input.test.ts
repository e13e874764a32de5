import { errorBodySchema, isErrorCode } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiCall, describedCalls } from '#testing/api-description.ts'
import { ASKING_BROKER_ENVIRONMENT, createAskingBroker } from '#testing/doubles/asking-broker.ts'
import { createStripeDouble, type StripeDouble } from '#testing/doubles/stripe-double.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, OPERATOR_TOKEN, type TestApp } from '#testing/test-app.ts'
import { type Answer, createSignedInClient, createTestClient, type TestClient } from '#testing/test-client.ts'

let stripe: StripeDouble
let app: TestApp
let calls: ApiCall[]
let client: TestClient
beforeAll(async () => {
  // With shops and an asking broker configured, so that their calls are tested too.
  stripe = await createStripeDouble({ clock: createFakeClock(new Date()) })
  app = await createTestApp({
    environment: { ...stripe.environment, ...ASKING_BROKER_ENVIRONMENT },
    broker: createAskingBroker(),
  })
  calls = await describedCalls(app.http)
  client = await createConfirmedClient(app)
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

/** Tests every call, field and value, so it grows with the API. */
const SWEEP_MS = 600_000

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** A link may be given in a header instead; these tests do not do that. */
const SHOWN_BY_HEADER = new Set(['/auth/api/v1/device-link/info', '/auth/api/v1/device-link/devices'])

/** The only text among the wrong values that is a valid name. */
const NAME = '💥'
/** The calls that need nothing but a name. */
const NAMED = ['/room/create', '/mqtt/credentials', '/mqtt/credentials/delete']

/**
 * The values that some calls accept: a name, no pins, nothing on the façade, that sharing is paused, no choices,
 * the id of no notification, and a rehearsal.
 */
const isMeant = (path: string, key: string, value: unknown): boolean =>
  (value === true && (key === 'frozen' || (key === 'on' && path.endsWith('/freeze-sharing')))) ||
  (NAMED.some((end) => path.endsWith(end)) && key === 'name' && value === NAME) ||
  (path.endsWith('/notification/choices') && JSON.stringify(value) === (key === 'quiet' ? 'null' : '{}')) ||
  // A number of minutes, an e-mail, and nobody.
  (path.endsWith('/notification/escalation') &&
    ((key === 'afterMinutes' && value === 7) ||
      (key === 'mail' && value === true) ||
      (key === 'people' && JSON.stringify(value) === '[]'))) ||
  // A rehearsal needs no phone.
  (path.endsWith('/push/test') && key === 'chain' && value === true) ||
  (path.endsWith('/notification/seen') && key === 'ids' && JSON.stringify(value) === '["x"]') ||
  (path.endsWith('/account/preferences') &&
    ['pinned', 'facade'].includes(key) &&
    JSON.stringify(value) === '[]')

/** Whatever is sent there is answered alike, so that nobody learns what is true. */
const isAnsweredAlike = (path: string): boolean => path === '/auth/push/receipt'

/** Bodies that are invalid for every call. */
const BROKEN: [string, string, string | Uint8Array][] = [
  ['broken JSON', JSON_TYPE, '{"a":'],
  ['two JSON values', JSON_TYPE, '{} {}'],
  ['no UTF-8', JSON_TYPE, Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a NUL', JSON_TYPE, '{"a":"\\u0000"}'],
  ['a lone surrogate', JSON_TYPE, '{"name":"\\ud800"}'],
  ['an array', JSON_TYPE, '[]'],
  ['a number', JSON_TYPE, '7'],
  ['a text', JSON_TYPE, '"text"'],
  ['an unknown key', JSON_TYPE, '{"unknownKey":1}'],
  ['a prototype', JSON_TYPE, '{"__proto__":{"admin":true},"constructor":1}'],
  ['a megabyte of JSON', JSON_TYPE, JSON.stringify({ a: 'x'.repeat(1_000_000) })],
  ['a megabyte of form', FORM_TYPE, `login=${'x'.repeat(1_000_000)}`],
  ['ten thousand levels', JSON_TYPE, '['.repeat(10_000) + ']'.repeat(10_000)],
  ['a form that is no UTF-8', FORM_TYPE, 'login=%ff%fe'],
  ['a form with a field twice', FORM_TYPE, 'login=a&login=b'],
  ['a form with an unknown field', FORM_TYPE, 'unknownKey=1'],
  ['XML', 'application/xml', '<a/>'],
  ['plain text', 'text/plain', 'hello'],
  ['no type that is one', 'nonsense', 'hello'],
  ['several parts', 'multipart/form-data; boundary=x', '--x--'],
]

const WRONG_VALUES: unknown[] = [
  null,
  7,
  -1,
  1e308,
  true,
  '',
  'x'.repeat(5_000),
  [],
  {},
  [[]],
  { a: { b: {} } },
  ['x'],
  NAME,
]

const send = async (
  call: ApiCall,
  query: string,
  raw?: { type: string; body: string | Uint8Array },
): Promise<Answer> => {
  // A logout that is not refused would end the session of all following calls.
  const own = call.path.includes('logout') ? await createSignedInClient(app) : client
  const options = raw === undefined ? {} : { raw }
  const path = `${call.path}${query === '' ? '' : `?${query}`}`
  if (call.access === 'operator') {
    return own.call(call.method, path, { ...options, headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })
  }
  return call.access === 'api-token'
    ? own.api(call.method, path, options)
    : own.call(call.method, path, options)
}

/** No input causes a 5xx, and every refusal has a code of the catalogue. */
const expectPlainAnswer = (what: string, { status, body }: Answer) => {
  expect(status, what).toBeLessThan(500)
  if (status < 400) return
  const error = errorBodySchema.safeParse(body)
  expect(error.success && isErrorCode(error.data.error), `${what}: ${JSON.stringify(body)}`).toBe(true)
}

describe('bad input', () => {
  it(
    'in a body is refused by every call that takes one',
    async () => {
      const withBody = calls.filter(({ bodyKeys, path }) => bodyKeys !== null && !isAnsweredAlike(path))
      expect(withBody.length).toBeGreaterThan(6)
      for (const call of withBody) {
        const tries = BROKEN.map(async ([name, type, body]) => {
          const answer = await send(call, '', { type, body })
          expectPlainAnswer(`${call.name} with ${name}`, answer)
          expect([call.name, name, answer.status >= 400]).toEqual([call.name, name, true])
        })
        await Promise.all(tries)
      }
    },
    SWEEP_MS,
  )

  it(
    'in a field is refused by every call that has the field',
    async () => {
      for (const call of calls) {
        for (const key of call.bodyKeys ?? []) {
          const tries = WRONG_VALUES.map(async (value) => {
            const answer = await send(call, '', { type: JSON_TYPE, body: JSON.stringify({ [key]: value }) })
            expectPlainAnswer(`${call.name} with ${key} ${JSON.stringify(value)?.slice(0, 40)}`, answer)
            const isRefused = !isMeant(call.path, key, value)
            expect([call.name, key, value, answer.status >= 400]).toEqual([call.name, key, value, isRefused])
          })
          await Promise.all(tries)
        }
      }
    },
    SWEEP_MS,
  )

  it(
    'in a query never yields more than a refusal',
    async () => {
      const values = ['', '%00', '%ff', '%', 'x'.repeat(5_000), '💥', '[]', '-1', 'null', '%27%3B--']
      for (const call of calls) {
        for (const key of [...call.queryKeys, 'unknownKey']) {
          const queries = (key === 'unknownKey' ? ['1', '%ff'] : values).flatMap((value) => [
            `${key}=${value}`,
            `${key}=${value}&${key}=${value}`,
            `${key}[]=${value}`,
          ])
          const tries = queries.map(async (query) =>
            expectPlainAnswer(`${call.name} ? ${query.slice(0, 60)}`, await send(call, query)),
          )
          await Promise.all(tries)
        }
      }
    },
    SWEEP_MS,
  )

  it('that is missing is refused', async () => {
    for (const call of calls.filter(({ bodyKeys }) => (bodyKeys ?? []).length > 0)) {
      for (const body of ['{}', 'null', '']) {
        const answer = await send(call, '', { type: JSON_TYPE, body })
        // Without a body, a login returns the API token, an empty change returns the current values, and a setup and an MQTT login
        // need no name.
        const mayBeEmpty = [
          '/preferences',
          '/notification/choices',
          '/notification/escalation',
          '/push/unsubscribe',
          '/setup/start',
          '/mqtt/credentials',
          '/discovery/refresh',
        ].some((end) => call.path.endsWith(end))
        const isGood = body === '{}' ? mayBeEmpty : call.path === '/auth/login'
        // There is no home and no phone.
        const isOfNothing =
          body === '{}' && ['/home/update', '/push/test'].some((end) => call.path.endsWith(end))
        // Without a body it searches for purchases on the web, of which there are none.
        const isUnpaid = body === '{}' && call.path.endsWith('/subscription/restore')
        const isRefused = SHOWN_BY_HEADER.has(call.path)
        const expected = isRefused ? 403 : isUnpaid ? 402 : isOfNothing ? 404 : isGood ? 200 : 400
        expect([call.name, body, answer.status]).toEqual([call.name, body, expected])
        expectPlainAnswer(`${call.name} with ${body}`, answer)
      }
    }
  })

  it('in the head of a request is refused', async () => {
    for (const call of calls.filter(({ access }) => access === 'api-token')) {
      for (const authorization of [
        'Bearer',
        'Bearer ',
        'bearer \u00e4',
        'Basic x',
        `Bearer ${'x'.repeat(4_000)}`,
        'Bearer a b',
      ]) {
        const answer = await createTestClient(app).call(call.method, call.path, {
          headers: { authorization },
        })
        expectPlainAnswer(`${call.name} with ${authorization.slice(0, 20)}`, answer)
        expect(answer.status).toBe(401)
      }
    }
    for (const cookie of [
      'senca_session=',
      'senca_session=%',
      'senca_session=;;=',
      `senca_session=${'x'.repeat(4_000)}`,
    ]) {
      const answer = await createTestClient(app).call('GET', '/auth/account/whoami', { headers: { cookie } })
      expect(answer.status).toBe(401)
    }
  })
})
