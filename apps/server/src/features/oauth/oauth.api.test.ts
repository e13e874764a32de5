import { securityEventsSchema } from '@senca/contract/account'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { describedCalls } from '#testing/api-description.ts'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { callBy, listBridges, newAppName } from '#testing/homes/bridge-home.ts'
import {
  CALLBACK,
  codeOf,
  consentTo,
  createOAuthHome,
  ISSUER,
  letIn,
  listBy,
  newRequest,
  oauthErrorOf,
  postForm,
  RESOURCE,
  readRequest,
  registerClient,
  tokensSchema,
} from '#testing/homes/oauth-home.ts'
import { freezeSharing, type Person, passTime } from '#testing/homes/role-home.ts'
import type { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refusalOf } from '#testing/test-client.ts'

const MINUTE_MS = 60_000

let mailServer: TestMailServer
let app: TestApp
let anna: Person
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
beforeEach(async () => {
  ;({ anna, shade } = await createOAuthHome(app))
  return () => shade.device.end()
})

describe('the metadata [BR43]', () => {
  it('names what the server can do, and the resource names the server', async () => {
    const metadata = await fetch(`${app.url}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/connect`,
      token_endpoint: `${ISSUER}/oauth/token`,
      registration_endpoint: `${ISSUER}/oauth/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
    const resource = await fetch(`${app.url}/.well-known/oauth-protected-resource/mcp`)
    expect(await resource.json()).toMatchObject({ resource: RESOURCE, authorization_servers: [ISSUER] })
  })

  it.each([
    ['without https', { PUBLIC_URL: 'http://senca.lan' }],
    ['without MCP', { MCP: 'off' }],
  ])('is nowhere %s', async (_name, environment) => {
    const twin = await app.twin(environment)
    for (const [method, path] of [
      ['GET', '/.well-known/oauth-authorization-server'],
      ['POST', '/oauth/token'],
      ['POST', '/oauth/register'],
      ['POST', '/oauth/revoke'],
    ] as const)
      expect([path, (await fetch(`${twin.url}${path}`, { method })).status]).toEqual([path, 404])
    const resource = await fetch(`${twin.url}/.well-known/oauth-protected-resource/mcp`)
    expect(await resource.text()).not.toContain('authorization_servers')
    await twin.close()
  })
})

describe('a client that is let in', () => {
  it('gets what its person chose, for MCP alone, and is a connected app [BR44]', async () => {
    const clientId = await registerClient(app, { client_name: 'Helper' })
    const { verifier, query } = newRequest(clientId)
    expect(await readRequest(anna, query)).toMatchObject({
      client: { name: 'Helper', host: null, redirectHost: '127.0.0.1:7171' },
      scopes: ['devices:read'],
      error: null,
      back: `${CALLBACK}?error=access_denied&state=as+it+came&iss=http%3A%2F%2Flocalhost%3A8080`,
    })
    const to = await consentTo(anna, query, [shade.id], { scopes: ['devices:read', 'activity:read'] })
    expect(`${to.origin}${to.pathname}`).toBe(CALLBACK)
    expect([to.searchParams.get('state'), to.searchParams.get('iss')]).toEqual(['as it came', ISSUER])
    const form = {
      grant_type: 'authorization_code',
      code: codeOf(to),
      code_verifier: verifier,
      client_id: clientId,
      redirect_uri: CALLBACK,
    }
    const answer = await postForm(app, 'token', form)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const tokens = tokensSchema.parse(await answer.json())
    expect(tokens).toMatchObject({ expires_in: 900, scope: 'devices:read activity:read' })
    const listed = await listBy(app, tokens.access_token)
    expect([listed.status, listed.text.includes('Kitchen')]).toEqual([200, true])
    for (const { access, method, path } of await describedCalls(app.http)) {
      if (access === 'public') continue
      expect([path, (await callBy(app, tokens.access_token, method, path)).status]).toEqual([path, 401])
    }
    await vi.waitFor(async () =>
      expect(await listBridges(anna)).toMatchObject([
        {
          kind: 'agent',
          state: 'active',
          connection: 'online',
          client: { name: 'Helper', host: null, redirectHost: '127.0.0.1:7171' },
          grants: { [shade.id]: { permissions: ['view'] } },
        },
      ]),
    )
  })

  it('has no secret that could be renewed', async () => {
    await (await letIn(app, anna, [shade.id])).tokens()
    const [bridge] = await listBridges(anna)
    const renewed = await anna.api('POST', '/auth/api/v1/bridge/secret', { json: { id: bridge?.id } })
    expect(refusalOf(renewed)).toMatchObject({ status: 409, error: 'bridge_unavailable' })
  })

  it('sees what is granted now, and nothing while sharing is frozen or after the end [BR4] [BR5]', async () => {
    const { access_token } = await (await letIn(app, anna, [shade.id])).tokens()
    await freezeSharing(anna, true)
    expect((await listBy(app, access_token)).status).toBe(403)
    await freezeSharing(anna, false)
    expect((await listBy(app, access_token)).status).toBe(200)
    const [bridge] = await listBridges(anna)
    await anna.ok(anna.api('POST', '/auth/api/v1/bridge/delete', { json: { id: bridge?.id } }))
    expect((await listBy(app, access_token)).status).toBe(401)
  })

  it('is refused after its end, and gets no tokens any more', async () => {
    const validBefore = new Date(app.clock.now().getTime() + 10 * MINUTE_MS).toISOString()
    const client = await letIn(app, anna, [shade.id], { validBefore })
    const { access_token, refresh_token } = await client.tokens()
    passTime(app, [anna], 10 * MINUTE_MS)
    expect((await listBy(app, access_token)).status).toBe(401)
    expect(await oauthErrorOf(await client.refresh(refresh_token))).toEqual([400, 'invalid_grant'])
  })

  it('survives a restart between consent and exchange, and after the exchange', async () => {
    const client = await letIn(app, anna, [shade.id])
    await app.restart()
    const { access_token, refresh_token } = await client.tokens()
    await app.restart()
    expect((await listBy(app, access_token)).status).toBe(200)
    expect((await listBy(app, (await client.refreshed(refresh_token)).access_token)).status).toBe(200)
  })

  it('goes with the account of its person', async () => {
    const { access_token } = await (await letIn(app, anna, [shade.id])).tokens()
    await app.database.pool.query('delete from accounts where email = $1', [anna.email])
    app.clock.advance(1_000)
    expect((await listBy(app, access_token)).status).toBe(401)
    const { rows } = await app.database.pool.query(
      'select 1 from oauth_grants where bridge_id not in (select id from bridges)',
    )
    expect(rows).toEqual([])
  })
})

describe('a code', () => {
  it('is for its client, its address and its verifier, and is not used up by others', async () => {
    const client = await letIn(app, anna, [shade.id])
    const stranger = await registerClient(app)
    for (const changed of [
      { client_id: stranger },
      { redirect_uri: 'http://127.0.0.1:7171/other' },
      { redirect_uri: 'http://127.0.0.1:9/callback' },
      { code_verifier: 'b'.repeat(43) },
      { code_verifier: 'short' },
      { code: `${client.code.slice(0, -2)}AA` },
      { code: 'nothing' },
    ])
      expect([changed, await oauthErrorOf(await client.exchange(changed))]).toEqual([
        changed,
        [400, 'invalid_grant'],
      ])
    expect(await oauthErrorOf(await client.exchange({ resource: 'https://other.example/mcp' }))).toEqual([
      400,
      'invalid_target',
    ])
    for (const missing of ['code', 'code_verifier', 'redirect_uri', 'client_id', 'grant_type'])
      expect(await oauthErrorOf(await client.exchange({ [missing]: '' }))).toEqual([400, 'invalid_request'])
    expect((await client.exchange()).status).toBe(200)
  })

  it('is for the standards alone: no other grant, no secret, no JSON, nothing twice', async () => {
    const client = await letIn(app, anna, [shade.id])
    for (const grant_type of ['password', 'client_credentials', 'implicit', '__proto__'])
      expect(await oauthErrorOf(await client.exchange({ grant_type }))).toEqual([
        400,
        'unsupported_grant_type',
      ])
    const post = (type: string, body: string) =>
      fetch(`${app.url}/oauth/token`, { method: 'POST', headers: { 'content-type': type }, body })
    const form = new URLSearchParams(client.form).toString()
    expect(await oauthErrorOf(await post('application/json', JSON.stringify(client.form)))).toEqual([
      400,
      'invalid_request',
    ])
    expect(
      await oauthErrorOf(await post('application/x-www-form-urlencoded', `${form}&code=another`)),
    ).toEqual([400, 'invalid_request'])
    expect((await client.exchange()).status).toBe(200)
  })

  it('that is used twice ends the grant, also long after it has expired, and the person is notified and finds it in the trail', async () => {
    const name = newAppName()
    const client = await letIn(app, anna, [shade.id], { name })
    const { access_token, refresh_token } = await client.tokens()
    app.clock.advance(5 * MINUTE_MS)
    expect(await oauthErrorOf(await client.exchange())).toEqual([400, 'invalid_grant'])
    expect((await listBy(app, access_token)).status).toBe(401)
    expect(await oauthErrorOf(await client.refresh(refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await listBridges(anna)).toEqual([])
    const { rows } = await app.database.pool.query(
      `select data->>'words' as words from notifications
        where owner_id = (select id from accounts where email = $1) order by at, id`,
      [anna.email],
    )
    expect(rows.map(({ words }) => words)).toEqual(['bridge_made', 'bridge_reused'])
    const { events } = securityEventsSchema.parse(await anna.ok(anna.call('GET', '/auth/account/events')))
    expect(events[0]).toMatchObject({ kind: 'bridge_token_reused', detail: name, address: '127.0.0.1' })
    await vi.waitFor(async () =>
      expect((await mailServer.to(anna.email)).map(({ mail }) => mail.subject)).toContain(
        'Senca: an app was disconnected',
      ),
    )
  })

  it('is exchanged by one of two calls at once', async () => {
    const client = await letIn(app, anna, [shade.id])
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.exchange()))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await listBridges(anna)).toEqual([])
  })

  it('expires after a minute, and its app is removed', async () => {
    const client = await letIn(app, anna, [shade.id])
    app.clock.advance(MINUTE_MS)
    expect(await oauthErrorOf(await client.exchange())).toEqual([400, 'invalid_grant'])
    expect(await listBridges(anna)).toHaveLength(1)
    await vi.waitFor(async () => {
      await app.clock.advanceAsync(30_000)
      anna.forgetApiToken()
      expect(await listBridges(anna)).toEqual([])
    })
  })
})

describe('a refresh token', () => {
  it('is replaced at each use, and the access token before works on until its own end', async () => {
    const client = await letIn(app, anna, [shade.id])
    const first = await client.tokens()
    app.clock.advance(10 * MINUTE_MS)
    const second = await client.refreshed(first.refresh_token)
    expect((await listBy(app, first.access_token)).status).toBe(200)
    expect((await listBy(app, second.access_token)).status).toBe(200)
    app.clock.advance(5 * MINUTE_MS)
    const late = await listBy(app, first.access_token)
    expect(late.status).toBe(401)
    expect((await listBy(app, second.access_token)).status).toBe(200)
    app.clock.advance(10 * MINUTE_MS)
    expect((await listBy(app, second.access_token)).status).toBe(401)
    expect((await client.refresh(second.refresh_token)).status).toBe(200)
  })

  it('that is used twice ends the grant, by any client', async () => {
    const client = await letIn(app, anna, [shade.id])
    const first = await client.tokens()
    const second = await client.refreshed(first.refresh_token)
    expect(await oauthErrorOf(await client.refresh(first.refresh_token))).toEqual([400, 'invalid_grant'])
    expect((await listBy(app, second.access_token)).status).toBe(401)
    expect(await oauthErrorOf(await client.refresh(second.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await listBridges(anna)).toEqual([])
  })

  it('is used by one of several at once at most', async () => {
    const client = await letIn(app, anna, [shade.id])
    const { refresh_token } = await client.tokens()
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.refresh(refresh_token)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await listBridges(anna)).toEqual([])
  })

  it('is for its client, and never for more than was granted', async () => {
    const client = await letIn(app, anna, [shade.id])
    const { refresh_token } = await client.tokens()
    const stranger = await registerClient(app)
    expect(await oauthErrorOf(await client.refresh(refresh_token, { client_id: stranger }))).toEqual([
      400,
      'invalid_grant',
    ])
    expect(await oauthErrorOf(await client.refresh(refresh_token, { scope: 'devices:command' }))).toEqual([
      400,
      'invalid_scope',
    ])
    expect(await oauthErrorOf(await client.refresh(refresh_token.slice(0, -1)))).toEqual([
      400,
      'invalid_grant',
    ])
    expect(await oauthErrorOf(await client.refresh(client.code))).toEqual([400, 'invalid_grant'])
    expect((await client.refresh(refresh_token, { scope: 'devices:read' })).status).toBe(200)
  })

  it('of after a backup goes on after its restore, and from then on each works once', async () => {
    const client = await letIn(app, anna, [shade.id])
    const first = await client.tokens()
    const second = await client.refreshed(first.refresh_token)
    const third = await client.refreshed(second.refresh_token)
    await app.database.pool.query('update oauth_grants set rotation = 0 where client_id = $1', [
      client.clientId,
    ])
    const fourth = await client.refreshed(third.refresh_token)
    expect((await listBy(app, fourth.access_token)).status).toBe(200)
    expect((await client.refresh(second.refresh_token)).status).toBe(400)
    expect(await listBridges(anna)).toEqual([])
  })

  it('ends with a revocation by its client alone, and the app with it', async () => {
    const client = await letIn(app, anna, [shade.id])
    const { access_token, refresh_token } = await client.tokens()
    const revoke = (token: string, client_id: string) => postForm(app, 'revoke', { token, client_id })
    const stranger = await registerClient(app)
    for (const token of [refresh_token, access_token, 'nothing'])
      expect((await revoke(token, stranger)).status).toBe(200)
    expect((await listBy(app, access_token)).status).toBe(200)
    expect((await postForm(app, 'revoke', { client_id: client.clientId })).status).toBe(400)
    expect((await revoke(refresh_token, client.clientId)).status).toBe(200)
    expect((await listBy(app, access_token)).status).toBe(401)
    expect(await listBridges(anna)).toEqual([])
    expect((await revoke(refresh_token, client.clientId)).status).toBe(200)
  })
})
