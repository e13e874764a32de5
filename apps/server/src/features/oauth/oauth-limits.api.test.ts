import { expect, it } from 'vitest'
import { askOAuth, CALLBACK, letIn, newRequest, registerClient } from '#testing/homes/oauth-home.ts'
import { createPerson } from '#testing/homes/role-home.ts'
import { createTestApp } from '#testing/test-app.ts'

const register = ({ url }: { url: string }) =>
  fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [CALLBACK] }),
  })

it('limits registrations and failures of an address, and requests of an account [BR43]', async () => {
  const app = await createTestApp()
  const anna = await createPerson(app)
  const client = await letIn(app, anna, [])
  const statuses: number[] = []
  for (let nth = 0; nth < 20; nth += 1) statuses.push((await register(app)).status)
  expect(statuses).toEqual([...Array(19).fill(201), 429])
  expect(Number((await register(app)).headers.get('retry-after'))).toBeGreaterThan(0)

  const guesses: number[] = []
  for (let nth = 0; nth < 121; nth += 1) guesses.push((await client.exchange({ code: 'guess' })).status)
  expect(guesses).toEqual([...Array(120).fill(400), 429])
  // A good code still passes.
  expect((await client.exchange()).status).toBe(200)

  app.clock.advance(3_600_000)
  anna.forgetApiToken()
  const { query } = newRequest(await registerClient(app))
  const asked: number[] = []
  for (let nth = 0; nth < 61; nth += 1) asked.push((await askOAuth(anna, 'request', { query })).status)
  expect(asked).toEqual([...Array(60).fill(200), 429])
  await app.close()
})
