import { errorBodySchema } from '@senca/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describedCalls } from '#testing/api-description.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient } from '#testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('without billing the calls answer everybody that nothing is sold, and do nothing else', async () => {
  for (const client of [await createConfirmedClient(app), await createSignedInClient(app)])
    expect(await client.ok(client.api('GET', '/auth/api/v1/subscription/info'))).toEqual({
      status: 'none',
      isBillingOn: false,
    })
  const calls = (await describedCalls(app.http)).map(({ name }) => name)
  expect(calls.filter((name) => /subscription|billing/.test(name))).toEqual([
    'GET /auth/api/v1/subscription/info',
  ])
})

it.each([
  ['GET', 'api/v1/subscription/plans'],
  ...['checkout', 'portal', 'cancel', 'resume', 'google', 'apple', 'restore'].map((call) => [
    'POST',
    `api/v1/subscription/${call}`,
  ]),
  ['GET', 'api/v1/operator/subscription/export'],
  ...['stripe', 'google', 'apple'].map((shop) => ['POST', `billing/${shop}`]),
])('%s /auth/%s answers 404', async (method, path) => {
  const answer = await fetch(`${app.url}/auth/${path}`, {
    method,
    ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
  })
  expect([answer.status, errorBodySchema.parse(await answer.json()).error]).toEqual([
    404,
    'resource_not_found',
  ])
})
