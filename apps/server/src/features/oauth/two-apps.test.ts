import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askBridges, listBridges } from '#testing/homes/bridge-home.ts'
import {
  createOAuthHome,
  letIn,
  listBy,
  oauthErrorOf,
  postForm,
  tokensSchema,
} from '#testing/homes/oauth-home.ts'
import type { Person } from '#testing/homes/role-home.ts'
import type { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const SECOND_MS = 1_000
const REFUSED = [400, 'invalid_grant']

let app: TestApp
let twin: { url: string }
let anna: Person
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
  twin = await app.twin()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ anna, shade } = await createOAuthHome(app))
  return () => shade.device.end()
})

/** An app that was let in at the first instance, and its calls at both. */
const letInAtBoth = async () => {
  const client = await letIn(app, anna, [shade.id])
  const exchangeAt = (at: { url: string }) => postForm(at, 'token', client.form)
  const refreshAt = (at: { url: string }, refresh_token: string) =>
    postForm(at, 'token', {
      ...{ grant_type: 'refresh_token', refresh_token, client_id: client.clientId },
      resource: client.form.resource,
    })
  return { ...client, exchangeAt, refreshAt }
}
const tokensOf = async (answer: Response) => tokensSchema.parse(await answer.json())
const statusesOf = (token: string) =>
  Promise.all([app, twin].map(async (at) => (await listBy(at, token)).status))

/** The tokens that one of several calls got, and what is left when the app has ended because of the others. */
const expectOneWinner = async (answers: readonly Response[]) => {
  const won = answers.filter(({ status }) => status === 200)
  expect(won.length).toBeLessThanOrEqual(1)
  for (const answer of answers) if (answer.status !== 200) expect(await oauthErrorOf(answer)).toEqual(REFUSED)
  app.clock.advance(SECOND_MS)
  for (const answer of won)
    expect(await statusesOf((await tokensOf(answer)).access_token)).toEqual([401, 401])
  expect(await listBridges(anna)).toEqual([])
}

describe('at two instances [BR43]', () => {
  it('a code of one is exchanged at the other, once, and its tokens work at both', async () => {
    const { exchangeAt, refreshAt } = await letInAtBoth()
    const first = await tokensOf(await exchangeAt(twin))
    expect(await statusesOf(first.access_token)).toEqual([200, 200])
    const second = await tokensOf(await refreshAt(app, first.refresh_token))
    expect(await statusesOf(second.access_token)).toEqual([200, 200])
    expect(await oauthErrorOf(await exchangeAt(app))).toEqual(REFUSED)
    app.clock.advance(SECOND_MS)
    expect(await statusesOf(second.access_token)).toEqual([401, 401])
    expect(await oauthErrorOf(await refreshAt(twin, second.refresh_token))).toEqual(REFUSED)
  })

  it('a code that is exchanged at both at once is exchanged by one, and the app ends', async () => {
    const { exchangeAt } = await letInAtBoth()
    await expectOneWinner(await Promise.all([app, twin, app, twin].map(exchangeAt)))
  })

  it('a refresh token that is used at both at once is replaced by one, and the app ends', async () => {
    const { exchangeAt, refreshAt } = await letInAtBoth()
    const { refresh_token } = await tokensOf(await exchangeAt(app))
    await expectOneWinner(await Promise.all([app, twin].map((at) => refreshAt(at, refresh_token))))
  })

  it.each([
    [
      'by its person',
      async (_client: { clientId: string }, id: string) => askBridges(anna, 'delete', { id }),
    ],
    [
      'by its client',
      async ({ clientId }: { clientId: string }, _id: string, token: string) =>
        postForm(app, 'revoke', { token, client_id: clientId }),
    ],
  ])('an app that is ended at one %s has ended at the other within a second [BR4]', async (_by, end) => {
    const client = await letInAtBoth()
    const { access_token, refresh_token } = await tokensOf(await client.exchangeAt(twin))
    expect(await statusesOf(access_token)).toEqual([200, 200])
    const [bridge] = await listBridges(anna)
    expect((await end(client, bridge?.id ?? '', refresh_token)).status).toBe(200)
    app.clock.advance(SECOND_MS)
    expect(await statusesOf(access_token)).toEqual([401, 401])
    expect(await oauthErrorOf(await client.refreshAt(twin, refresh_token))).toEqual(REFUSED)
  })
})
