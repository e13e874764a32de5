import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callBy, listBridges, newAppName } from '#testing/homes/bridge-home.ts'
import {
  askOAuth,
  CALLBACK,
  codeOf,
  consentTo,
  ISSUER,
  letIn,
  listBy,
  newRequest,
  postForm,
  RESOURCE,
  readRequest,
  registerClient,
  tokensSchema,
} from '#testing/homes/oauth-home.ts'
import { createPerson, freezeSharing, type Person, passTime } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, refusalOf } from '#testing/test-client.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let app: TestApp
let anna: Person
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  // There are more registrations than an address may make in an hour.
  await app.database.pool.query('delete from rate_limits')
  anna = await createPerson(app)
  shade = await moveIn(app, anna, 'roller_shutter', { state: { position: 0.25 }, name: 'Kitchen' })
  return () => shade.device.end()
})

const errorOf = async (answer: Response) => [answer.status, Object(await answer.json()).error]
const bridgesOf = (person: Person) => listBridges(person)

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
    for (const path of ['/auth/api/v1/device/list', '/auth/account/websocket/token'])
      expect([path, (await callBy(app, tokens.access_token, 'GET', path)).status]).toEqual([path, 401])
    await vi.waitFor(async () =>
      expect(await bridgesOf(anna)).toMatchObject([
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
    const [bridge] = await bridgesOf(anna)
    const renewed = await anna.api('POST', '/auth/api/v1/bridge/secret', { json: { id: bridge?.id } })
    expect(refusalOf(renewed)).toMatchObject({ status: 409, error: 'bridge_unavailable' })
  })

  it('sees what is granted now, and nothing while sharing is frozen or after the end [BR4] [BR5]', async () => {
    const { access_token } = await (await letIn(app, anna, [shade.id])).tokens()
    await freezeSharing(anna, true)
    expect((await listBy(app, access_token)).status).toBe(403)
    await freezeSharing(anna, false)
    expect((await listBy(app, access_token)).status).toBe(200)
    const [bridge] = await bridgesOf(anna)
    await anna.ok(anna.api('POST', '/auth/api/v1/bridge/delete', { json: { id: bridge?.id } }))
    expect((await listBy(app, access_token)).status).toBe(401)
  })

  it('is refused after its end, and gets no tokens any more', async () => {
    const validBefore = new Date(app.clock.now().getTime() + 10 * MINUTE_MS).toISOString()
    const client = await letIn(app, anna, [shade.id], { validBefore })
    const { access_token, refresh_token } = await client.tokens()
    passTime(app, [anna], 10 * MINUTE_MS)
    expect((await listBy(app, access_token)).status).toBe(401)
    expect(await errorOf(await client.refresh(refresh_token))).toEqual([400, 'invalid_grant'])
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
      expect([changed, await errorOf(await client.exchange(changed))]).toEqual([
        changed,
        [400, 'invalid_grant'],
      ])
    expect(await errorOf(await client.exchange({ resource: 'https://other.example/mcp' }))).toEqual([
      400,
      'invalid_target',
    ])
    for (const missing of ['code', 'code_verifier', 'redirect_uri', 'client_id', 'grant_type'])
      expect(await errorOf(await client.exchange({ [missing]: '' }))).toEqual([400, 'invalid_request'])
    expect((await client.exchange()).status).toBe(200)
  })

  it('is for the standards alone: no other grant, no secret, no JSON, nothing twice', async () => {
    const client = await letIn(app, anna, [shade.id])
    for (const grant_type of ['password', 'client_credentials', 'implicit', '__proto__'])
      expect(await errorOf(await client.exchange({ grant_type }))).toEqual([400, 'unsupported_grant_type'])
    const post = (type: string, body: string) =>
      fetch(`${app.url}/oauth/token`, { method: 'POST', headers: { 'content-type': type }, body })
    const form = new URLSearchParams(client.form).toString()
    expect(await errorOf(await post('application/json', JSON.stringify(client.form)))).toEqual([
      400,
      'invalid_request',
    ])
    expect(
      await errorOf(await post('application/x-www-form-urlencoded', `${form}&code=another`)),
    ).toEqual([400, 'invalid_request'])
    expect((await client.exchange()).status).toBe(200)
  })

  it('that is used twice ends the grant, also long after it has expired, and the person is notified', async () => {
    const client = await letIn(app, anna, [shade.id])
    const { access_token, refresh_token } = await client.tokens()
    app.clock.advance(5 * MINUTE_MS)
    expect(await errorOf(await client.exchange())).toEqual([400, 'invalid_grant'])
    expect((await listBy(app, access_token)).status).toBe(401)
    expect(await errorOf(await client.refresh(refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await bridgesOf(anna)).toEqual([])
    const { rows } = await app.database.pool.query(
      `select data->>'words' as words from notifications
        where owner_id = (select id from accounts where email = $1) order by at, id`,
      [anna.email],
    )
    expect(rows.map(({ words }) => words)).toEqual(['bridge_made', 'bridge_reused'])
  })

  it('is exchanged by one of two calls at once', async () => {
    const client = await letIn(app, anna, [shade.id])
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.exchange()))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await bridgesOf(anna)).toEqual([])
  })

  it('expires after a minute, and its app is removed', async () => {
    const client = await letIn(app, anna, [shade.id])
    app.clock.advance(MINUTE_MS)
    expect(await errorOf(await client.exchange())).toEqual([400, 'invalid_grant'])
    expect(await bridgesOf(anna)).toHaveLength(1)
    await vi.waitFor(async () => {
      await app.clock.advanceAsync(30_000)
      anna.forgetApiToken()
      expect(await bridgesOf(anna)).toEqual([])
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

  it('that is used twice ends the grant, whoever uses it', async () => {
    const client = await letIn(app, anna, [shade.id])
    const first = await client.tokens()
    const second = await client.refreshed(first.refresh_token)
    expect(await errorOf(await client.refresh(first.refresh_token))).toEqual([400, 'invalid_grant'])
    expect((await listBy(app, second.access_token)).status).toBe(401)
    expect(await errorOf(await client.refresh(second.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await bridgesOf(anna)).toEqual([])
  })

  it('is used by one of several at once at most', async () => {
    const client = await letIn(app, anna, [shade.id])
    const { refresh_token } = await client.tokens()
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.refresh(refresh_token)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await bridgesOf(anna)).toEqual([])
  })

  it('is for its client, and never for more than was granted', async () => {
    const client = await letIn(app, anna, [shade.id])
    const { refresh_token } = await client.tokens()
    const stranger = await registerClient(app)
    expect(await errorOf(await client.refresh(refresh_token, { client_id: stranger }))).toEqual([
      400,
      'invalid_grant',
    ])
    expect(await errorOf(await client.refresh(refresh_token, { scope: 'devices:command' }))).toEqual([
      400,
      'invalid_scope',
    ])
    expect(await errorOf(await client.refresh(refresh_token.slice(0, -1)))).toEqual([400, 'invalid_grant'])
    expect(await errorOf(await client.refresh(client.code))).toEqual([400, 'invalid_grant'])
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
    expect(await bridgesOf(anna)).toEqual([])
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
    expect(await bridgesOf(anna)).toEqual([])
    expect((await revoke(refresh_token, client.clientId)).status).toBe(200)
  })
})

describe('consent [BR44]', () => {
  it('needs a person: a cookie, another site, or a token of an app are none', async () => {
    const clientId = await registerClient(app)
    const { query } = newRequest(clientId)
    const path = '/auth/api/v1/oauth/consent'
    const body = { query, name: 'Helper', grants: {} }
    expect((await anna.call('POST', path, { json: body })).status).toBe(401)
    const { access_token } = await (await letIn(app, anna, [shade.id])).tokens()
    expect((await callBy(app, access_token, 'POST', path, body)).status).toBe(401)
    const foreign = await anna.api('POST', path, { json: body, headers: { origin: 'https://evil.example' } })
    expect(foreign.status).toBe(403)
  })

  it('is refused to an account that is not confirmed', async () => {
    const eva = await createPerson(app, false)
    const { query } = newRequest(await registerClient(app))
    for (const [call, json] of [
      ['request', { query }],
      ['consent', { query, name: 'Helper', grants: {} }],
    ] as const)
      expect(refusalOf(await askOAuth(eva, call, json))).toMatchObject({
        error: 'account_confirmation_required',
      })
  })

  it('gives devices of the person alone, and never of another account', async () => {
    const bor = await createPerson(app)
    const { query } = newRequest(await registerClient(app))
    const grants = { [shade.id]: { permissions: ['view'] } }
    const refused = await askOAuth(bor, 'consent', { query, name: 'Helper', grants })
    expect(refusalOf(refused)).toMatchObject({ error: 'device_not_exist' })
    expect(await bridgesOf(bor)).toEqual([])
  })

  it('sends the browser nowhere for an unknown client or an address that is not of it', async () => {
    const clientId = await registerClient(app)
    const asked = async (more: Record<string, string>) =>
      refusalOf(await askOAuth(anna, 'request', { query: newRequest(clientId, more).query }))
    for (const id of ['00000000-0000-4000-8000-000000000000', 'helper', 'http://client.example/a', ''])
      expect(await asked({ client_id: id })).toMatchObject({ status: 400, key: 'client_id' })
    for (const uri of [
      'https://evil.example/callback',
      'javascript:alert(1)',
      `${CALLBACK}#`,
      `${CALLBACK}/..`,
      'http://localhost:7171/callback',
      'http://127.0.0.1:7171@evil.example/callback',
    ])
      expect([uri, await asked({ redirect_uri: uri })]).toMatchObject([
        uri,
        { status: 400, key: 'redirect_uri' },
      ])
    expect(refusalOf(await askOAuth(anna, 'request', { query: 'nothing' }))).toMatchObject({
      status: 400,
      key: 'query',
    })
  })

  it('answers a faulty request at the address of the client, with another port on this computer too', async () => {
    const { query } = newRequest(await registerClient(app), {
      resource: 'https://other.example/',
      redirect_uri: 'http://127.0.0.1:50123/callback',
    })
    expect(await readRequest(anna, query)).toMatchObject({
      error: 'invalid_target',
      back: expect.stringMatching(/^http:\/\/127\.0\.0\.1:50123\/callback\?error=invalid_target&state=/),
    })
    const consent = await askOAuth(anna, 'consent', { query, name: newAppName(), grants: {} })
    expect(refusalOf(consent)).toMatchObject({ status: 400, key: 'query' })
    expect(await bridgesOf(anna)).toEqual([])
  })

  it('keeps the limits of connected apps: names, ends and numbers', async () => {
    const { query } = newRequest(await registerClient(app))
    const consent = async (more: object) =>
      refusalOf(await askOAuth(anna, 'consent', { query, name: newAppName(), grants: {}, ...more }))
    await consentTo(anna, query, [], { name: 'Twice' })
    expect(await consent({ name: 'twice' })).toMatchObject({ error: 'bridge_already_exists', key: 'name' })
    const far = new Date(app.clock.now().getTime() + 400 * 24 * HOUR_MS).toISOString()
    expect(await consent({ validBefore: far })).toMatchObject({ key: 'validBefore' })
    expect(await consent({ kind: 'script' })).toMatchObject({ error: 'malformed_request' })
    expect(await consent({ scopes: ['matter:node'] })).toMatchObject({ error: 'malformed_request' })
    const [made] = await bridgesOf(anna)
    const days = (Date.parse(made?.validBefore ?? '') - app.clock.now().getTime()) / (24 * HOUR_MS)
    expect(Math.round(days)).toBe(90)
  })

  it('takes the password for commands of a guarded door, as other connected apps do', async () => {
    const door = await moveIn(app, anna, 'door', { name: 'Front door' })
    const guard = { token: door.id, unlockBy: 'pin', pin: '2468', password: GOOD_PASSWORD }
    await anna.ok(anna.api('POST', '/auth/api/v1/device/unlock-guard', { json: guard }))
    const { query } = newRequest(await registerClient(app))
    const consent = (more: object = {}) =>
      askOAuth(anna, 'consent', {
        ...{ query, name: newAppName(), scopes: ['devices:read', 'devices:command'] },
        ...{ grants: { [door.id]: { permissions: ['command'] } }, ...more },
      })
    expect(refusalOf(await consent())).toMatchObject({ error: 'data_missing', key: 'password' })
    expect((await consent({ password: 'wrong' })).status).toBe(401)
    expect(await bridgesOf(anna)).toEqual([])
    expect((await consent({ password: GOOD_PASSWORD })).status).toBe(200)
    expect(await bridgesOf(anna)).toMatchObject([{ unlocks: {} }])
    await door.device.end()
  })

  it('takes names of clients as data: without hidden characters, and short', async () => {
    const named = async (client_name: string) =>
      (await readRequest(anna, newRequest(await registerClient(app, { client_name })).query)).client.name
    expect(await named('Sen\u202eca\u200b\u{e0041} </tool>')).toBe('Senca </tool>')
    expect((await named('x'.repeat(5_000)))?.length).toBe(60)
    expect(await named('\u200b')).toBeNull()
  })
})

describe('clients that register themselves [BR43]', () => {
  it.each<[name: string, metadata: object, error: string]>([
    ['without addresses', { redirect_uris: [] }, 'invalid_client_metadata'],
    ['with a script as the address', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['with a foreign http address', { redirect_uris: ['http://a.example/'] }, 'invalid_redirect_uri'],
    ['with one bad address of two', { redirect_uris: [CALLBACK, 'x:y'] }, 'invalid_redirect_uri'],
    ['for other grants', { redirect_uris: [CALLBACK], grant_types: ['password'] }, 'invalid_client_metadata'],
    ['with a number as the name', { redirect_uris: [CALLBACK], client_name: 7 }, 'invalid_client_metadata'],
    ['with too many addresses', { redirect_uris: Array(11).fill(CALLBACK) }, 'invalid_client_metadata'],
  ])('%s are refused', async (_name, metadata, error) => {
    const answer = await fetch(`${app.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    })
    expect(await errorOf(answer)).toEqual([400, error])
  })

  it('are public, whatever they ask for, and a huge one is refused', async () => {
    const post = (body: object) =>
      fetch(`${app.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const made = await post({ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'client_secret_post' })
    expect(made.status).toBe(201)
    const registered = Object(await made.json())
    expect(registered.token_endpoint_auth_method).toBe('none')
    expect(registered).not.toHaveProperty('client_secret')
    expect((await post({ redirect_uris: [CALLBACK], more: 'x'.repeat(30_000) })).status).toBe(413)
  })

  it('are forgotten after an hour without a use, and kept while they are let in', async () => {
    const unused = await registerClient(app)
    const client = await letIn(app, anna, [shade.id])
    await client.tokens()
    passTime(app, [anna], HOUR_MS)
    expect(refusalOf(await askOAuth(anna, 'request', { query: newRequest(unused).query }))).toMatchObject({
      key: 'client_id',
    })
    expect((await readRequest(anna, newRequest(client.clientId).query)).error).toBeNull()
    passTime(app, [anna], HOUR_MS)
    await vi.waitFor(async () => {
      await app.clock.advanceAsync(HOUR_MS)
      const { rows } = await app.database.pool.query('select id from oauth_clients where id = any($1)', [
        [unused, client.clientId],
      ])
      expect(rows).toEqual([{ id: client.clientId }])
    })
  })
})
