import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callBy, listBridges, newAppName } from '#testing/homes/bridge-home.ts'
import {
  askOAuth,
  CALLBACK,
  consentTo,
  createOAuthHome,
  letIn,
  newRequest,
  oauthErrorOf,
  readRequest,
  registerClient,
} from '#testing/homes/oauth-home.ts'
import { createPerson, type Person, passTime } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, refusalOf } from '#testing/test-client.ts'
import { createOAuthStore } from './oauth.store.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let anna: Person
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ anna, shade } = await createOAuthHome(app))
  return () => shade.device.end()
})

describe('consent [BR44]', () => {
  it('needs a person: a cookie alone, another site or a token of an app is refused', async () => {
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
    expect(await listBridges(bor)).toEqual([])
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
    expect(await listBridges(anna)).toEqual([])
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
    const [made] = await listBridges(anna)
    const days = (Date.parse(made?.validBefore ?? '') - app.clock.now().getTime()) / (24 * HOUR_MS)
    expect(Math.round(days)).toBe(90)
  })

  it('takes the password for commands of a guarded door, as other connected apps do', async () => {
    const door = await moveIn(app, anna, 'home_door', { name: 'Front door' })
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
    expect(await listBridges(anna)).toEqual([])
    expect((await consent({ password: GOOD_PASSWORD })).status).toBe(200)
    expect(await listBridges(anna)).toMatchObject([{ unlocks: {} }])
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
    expect(await oauthErrorOf(answer)).toEqual([400, error])
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
    await createOAuthStore(app.database.db).forgetUnusedClients(app.clock.now())
    const { rows } = await app.database.pool.query('select id from oauth_clients where id = any($1)', [
      [unused, client.clientId],
    ])
    expect(rows).toEqual([{ id: client.clientId }])
  })
})
