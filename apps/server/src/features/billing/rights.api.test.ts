import { errorBodySchema, PERMISSIONS, type Permission } from '@senca/contract'
import { subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describedCalls } from '#testing/api-description.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createPerson, giveRole } from '#testing/homes/role-home.ts'
import { createThreeShops, type ThreeShops } from '#testing/homes/three-shops.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import { type Answer, createSignedInClient, createTestClient, type TestClient } from '#testing/test-client.ts'

const BASE = '/auth/api/v1/subscription'
const EXPORT = 'GET /auth/api/v1/operator/subscription/export'
/** A valid request for every call that people make. */
const REQUESTS: Readonly<Record<string, object | undefined>> = {
  [`GET ${BASE}/info`]: undefined,
  [`GET ${BASE}/plans`]: undefined,
  [`POST ${BASE}/checkout`]: { plan: 'monthly' },
  [`POST ${BASE}/portal`]: {},
  [`POST ${BASE}/cancel`]: {},
  [`POST ${BASE}/resume`]: {},
  [`POST ${BASE}/google`]: { purchaseToken: 'token', productId: 'weather.monthly' },
  [`POST ${BASE}/apple`]: { signedTransaction: 'a.b.c' },
  [`POST ${BASE}/restore`]: {},
}
const WEBHOOKS = ['stripe', 'google', 'apple'].map((shop) => `POST /auth/billing/${shop}`)

let shops: ThreeShops
beforeAll(async () => {
  shops = await createThreeShops()
})
afterAll(() => shops.close())

const ask = (client: TestClient, name: string) => {
  const [method = '', path = ''] = name.split(' ')
  const json = REQUESTS[name]
  return client.api(method, path, json === undefined ? {} : { json })
}
/** Sends requests with only these headers. */
const askWith =
  (headers: Record<string, string>) =>
  (client: TestClient, name: string): Promise<Answer> => {
    const [method = '', path = ''] = name.split(' ')
    const json = REQUESTS[name]
    return client.call(method, path, { headers, ...(json === undefined ? {} : { json }) })
  }
const errorsOf = async (client: TestClient, send = ask): Promise<string[]> => {
  const verdicts = Object.keys(REQUESTS).map(async (name) => {
    const { status, body } = await send(client, name)
    const error = errorBodySchema.safeParse(body)
    return `${status} ${error.success ? error.data.error : ''}`
  })
  return [...new Set(await Promise.all(verdicts))]
}

describe('the calls of subscriptions', () => {
  it('are all here, each with its access', async () => {
    const calls = (await describedCalls(shops.app.http)).filter(({ name }) =>
      /subscription|billing/.test(name),
    )
    expect(calls.map(({ name }) => name).toSorted()).toEqual(
      [...Object.keys(REQUESTS), EXPORT, ...WEBHOOKS].toSorted(),
    )
    for (const { name, access } of calls)
      expect([name, access]).toEqual([
        name,
        name === EXPORT ? 'operator' : WEBHOOKS.includes(name) ? 'public' : 'api-token',
      ])
  })

  it('require an identity, and an account that is confirmed', async () => {
    const nobody = createTestClient(shops.app)
    expect(await errorsOf(nobody, askWith({}))).toEqual(['401 api_token_missing'])
    for (const token of ['nothing', 'A'.repeat(43), OPERATOR_TOKEN])
      expect(await errorsOf(nobody, askWith({ authorization: `Bearer ${token}` }))).toEqual([
        '401 api_token_invalid',
      ])
    expect(await errorsOf(await createSignedInClient(shops.app))).toEqual([
      '403 account_confirmation_required',
    ])
  })

  it('require a valid session', async () => {
    const client = await createConfirmedClient(shops.app)
    const headers = { authorization: `Bearer ${await client.apiToken()}`, cookie: client.cookieHeader() }
    await client.ok(client.call('POST', '/auth/logout'))
    const { stripe, play, store } = shops
    const asked = [stripe, play, store].map((shop) => shop.asked.length)
    expect(await errorsOf(client, askWith(headers))).toEqual(['401 api_token_invalid'])
    expect([stripe, play, store].map((shop) => shop.asked.length)).toEqual(asked)
  })

  it.each<[string, readonly Permission[]]>([
    ['nothing of the owner', []],
    ['a device of the owner, with all that can be shared', PERMISSIONS],
  ])('are about the caller’s own subscription only: who holds %s', async (_name, permissions) => {
    const { app, stripe } = shops
    const [owner, other] = [await createPerson(app), await createPerson(app)]
    const [device] = await owner.provision('roller_shutter')
    if (device === undefined) throw new Error('no device was provisioned')
    await owner.claim(device.claimCode, `Shade for ${permissions.length}`)
    if (permissions.length > 0) {
      await giveRole(owner, { permissions: [...permissions], devices: [device.id], users: [other.email] })
      expect(Object.keys(await other.info(device.id))).toEqual([device.id])
    }
    await owner.ok(ask(owner, `POST ${BASE}/checkout`))
    const session = [...stripe.sessions.values()].at(-1)
    const id = stripe.pay(`https://checkout/${session?.id}`)
    await owner.ok(ask(owner, `POST ${BASE}/restore`))
    for (const call of ['portal', 'cancel', 'resume', 'restore'])
      expect((await ask(other, `POST ${BASE}/${call}`)).status, call).toBeGreaterThanOrEqual(400)
    const info = async (client: TestClient) =>
      subscriptionSchema.parse(await client.ok(ask(client, `GET ${BASE}/info`)))
    expect((await info(other)).status).toBe('none')
    expect((await info(owner)).status).toBe('paid')
    expect(JSON.stringify(await info(other))).not.toContain(id)
    expect((await info(other)).accountToken).not.toBe((await info(owner)).accountToken)
    expect(stripe.get(id).isCanceledAtEnd).toBe(false)
  })

  it('of the operator require its token', async () => {
    const [method = '', path = ''] = EXPORT.split(' ')
    const client = await createConfirmedClient(shops.app)
    for (const refused of [{}, { authorization: `Bearer ${'A'.repeat(43)}` }])
      expect((await client.call(method, path, { headers: refused })).status).toBe(401)
    expect((await client.api(method, path)).status).toBe(401)
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
    expect((await client.call(method, path, { headers })).status).toBe(200)
  })

  it.each(WEBHOOKS)('%s accepts nothing that its shop has not signed', async (name) => {
    const [, path = ''] = name.split(' ')
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '{}',
      '{"signedPayload":"a.b.c"}',
      '{"message":{"data":"e30="}}',
      '\u0000',
    ]
    for (const body of bodies) {
      for (const headers of [{}, { authorization: 'Bearer a.b.c', 'stripe-signature': 't=1,v1=00' }]) {
        const answer = await fetch(shops.app.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        })
        expect([body, answer.status]).toEqual([body, 400])
      }
    }
  })
})

it('the operator sees events, failures, forgeries and what waits', async () => {
  const text = await (await fetch(`${shops.app.url}/metrics`)).text()
  expect(text).toMatch(/^senca_billing_forged_total\{shop="stripe"\} \d+$/m)
  expect(text).toMatch(/^senca_billing_unsettled 0$/m)
  for (const name of ['senca_billing_events_total', 'senca_billing_failures_total'])
    expect(text).toContain(`# TYPE ${name} counter`)
})
