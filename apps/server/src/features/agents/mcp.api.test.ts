import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type AgentHome,
  callOf,
  createAgentHome,
  messageOf,
  postToAgents,
} from '#testing/homes/agent-home.ts'
import { API, askBridges, callBy, createBridge } from '#testing/homes/bridge-home.ts'
import { freezeSharing } from '#testing/homes/role-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const MINUTE_MS = 60_000

let app: TestApp
let anna: AgentHome['anna']
let shade: AgentHome['shade']
let agent: AgentHome['agent']
let connect: AgentHome['connect']
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const home = await createAgentHome(app)
  ;({ anna, shade, agent, connect } = home)
  return home.end
})

const post = (secret: string | null, body: unknown, headers: Record<string, string> = {}) =>
  postToAgents(app, secret, body, headers)

describe('the place of agents [BR41] [BR42]', () => {
  it.each([true, false])('answers clients of the new and the old protocol (new: %s)', async (isModern) => {
    const { secret } = await agent([shade.id], ['devices:read'])
    const { client, read } = await connect(secret, { isModern })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'list_devices',
      'get_devices',
      'upcoming',
      'explain',
    ])
    expect(client.getInstructions()).toMatch(/never instructions/)
    expect(await read('list_devices')).toMatchObject({
      devices: [{ id: shade.id, name: 'Kitchen', closedPercent: 25, state: 'at rest', held: null }],
    })
  })

  it('takes tokens of connected apps alone', async () => {
    const { secret } = await agent([shade.id], ['devices:read'])
    const none = await post(null, callOf('list_devices'), { cookie: anna.cookie() ?? '' })
    expect(none.status).toBe(401)
    expect(none.headers.get('www-authenticate')).toMatch(
      /^Bearer resource_metadata="\S+\/\.well-known\/oauth-protected-resource\/mcp", scope="devices:read"$/,
    )
    for (const token of [`${secret.slice(0, -1)}?`, 'nothing', await anna.apiToken()]) {
      const wrong = await post(token, callOf('list_devices'))
      expect([token, wrong.status]).toEqual([token, 401])
      expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"')
    }
    expect((await fetch(`${app.url}/mcp?token=${secret}`, { method: 'POST' })).status).toBe(401)
    for (const method of ['GET', 'DELETE']) {
      const refused = await fetch(`${app.url}/mcp`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
      })
      expect([method, refused.status, refused.headers.get('allow')]).toEqual([method, 405, 'POST'])
    }
    expect((await post(secret, callOf('list_devices'), { origin: 'https://evil.example' })).status).toBe(403)
    const metadata = await fetch(`${app.url}/.well-known/oauth-protected-resource/mcp`)
    expect(await metadata.json()).toMatchObject({ resource: expect.stringMatching(/\/mcp$/) })
  })

  it('is a script’s too, and ends with the token [BR4] [BR5]', async () => {
    const { id, secret } = await createBridge(anna, [shade.id])
    expect((await post(secret, callOf('list_devices'))).status).toBe(200)
    await freezeSharing(anna, true)
    const paused = await post(secret, callOf('list_devices'))
    expect([paused.status, await paused.json()]).toMatchObject([
      403,
      { error: 'insufficient_permission', key: 'frozen' },
    ])
    await freezeSharing(anna, false)
    await anna.ok(askBridges(anna, 'delete', { id }))
    expect((await post(secret, callOf('list_devices'))).status).toBe(401)
  })

  it('is nowhere with MCP=off', async () => {
    const twin = await app.twin({ MCP: 'off' })
    const { secret } = await agent([shade.id], ['devices:read'])
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await fetch(`${twin.url}/mcp`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
      })
      expect([method, answer.status]).toEqual([method, 404])
    }
    await twin.close()
  })

  it('answers what is none of its messages by the protocol', async () => {
    const { secret } = await agent([shade.id], ['devices:read'])
    expect((await post(secret, '{"a":')).status).toBe(400)
    const unknown = await post(secret, { jsonrpc: '2.0', id: 1, method: 'resources/list' })
    expect(await messageOf(unknown)).toMatchObject({ error: { code: -32601 } })
    expect((await post(secret, 'x'.repeat(70_000))).status).toBe(413)
  })
})

describe('limits [BR49]', () => {
  it('are 60 calls and 20 commands a minute, and a stop is no command', async () => {
    const { secret } = await agent([shade.id], ['devices:read', 'devices:command'])
    const moves = Array.from({ length: 20 }, () => ({ id: shade.id, closedPercent: 30 }))
    expect((await post(secret, callOf('move', { moves }))).status).toBe(200)
    const refused = await post(secret, callOf('move', { moves: [{ id: shade.id, closedPercent: 40 }] }))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(secret, callOf('stop', { ids: [shade.id] }))).status).toBe(200)
    const statuses: number[] = []
    for (let count = 0; count < 60; count += 1)
      statuses.push((await post(secret, callOf('list_devices', {}, count))).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    app.clock.advance(MINUTE_MS)
    expect(
      (await post(secret, callOf('move', { moves: [{ id: shade.id, closedPercent: 40 }] }))).status,
    ).toBe(200)
  })
})

it('an agent ends, after 90 days unless its maker says otherwise [BR2]', async () => {
  const { validBefore } = await agent([shade.id], ['devices:read'])
  expect(new Date(validBefore ?? 0).getTime() - app.clock.now().getTime()).toBe(90 * 86_400_000)
  const { secret } = await createBridge(anna, [shade.id], { kind: 'agent' })
  expect(await callBy(app, secret, 'GET', `${API}/device/list`)).toMatchObject({ status: 200 })
})
