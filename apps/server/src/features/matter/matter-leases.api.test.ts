import { type ChildProcess, spawn } from 'node:child_process'
import { matterNodesSchema } from '@senca/contract/matter'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { API } from '#testing/homes/bridge-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, SESSION_SECRET, type TestApp } from '#testing/test-app.ts'
import { refusalOf, type TestClient } from '#testing/test-client.ts'

const NODE = '0123456789abcdef'
const OTHER_INSTANCE = crypto.randomUUID()
const LEASE_S = 25
const RENEW_MS = 5_000
/** Says that it is ready, and does nothing. */
const PROGRAM = "process.send({ type: 'ready' }); setInterval(() => {}, 1_000)"

let app: TestApp
let owner: TestClient
let accountId: string
const running = new Set<ChildProcess>()
const start = () => {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
/** Another instance has the account, from now on. */
const takenByOther = () =>
  query(
    `insert into matter_keepers values ($1, $2, $3)
     on conflict (account_id) do update set keeper = excluded.keeper, kept_until = excluded.kept_until`,
    [accountId, OTHER_INSTANCE, new Date(app.clock.now().getTime() + LEASE_S * 1_000)],
  )
const keeper = async (): Promise<unknown> =>
  (await query('select keeper from matter_keepers')).rows[0]?.keeper
const ask = (call: string, json: object) => owner.api('POST', `${API}/matter/${call}`, { json })
const nodes = async () => matterNodesSchema.parse(await owner.ok(owner.api('GET', `${API}/matter/nodes`)))

/** An answer for which another instance is waited for. */
async function settled<T>(answer: Promise<T>): Promise<T> {
  let isSettled = false
  void answer.finally(() => {
    isSettled = true
  })
  await eventually(app, () => expect(isSettled).toBe(true))
  return answer
}

beforeAll(async () => {
  app = await createTestApp({
    matter: { start },
    environment: { MATTER: 'on', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SESSION_SECRET },
  })
  owner = await createConfirmedClient(app)
  const { rows } = await query('select id from accounts')
  accountId = String(rows[0]?.id)
  await query('insert into matter_nodes values ($1, $2, $3, $4, now())', [accountId, NODE, 'Acme', 'Blind'])
  await query('insert into matter_store values ($1, $2, $3)', [
    accountId,
    'nodes.peer1/key',
    'sealed elsewhere',
  ])
  await takenByOther()
})
afterAll(() => app.close())

describe('[HW32] the fabric of an account, where several instances share a database', () => {
  it('is controlled by one of them: where that one does not answer, the others list its nodes and refuse the rest', async () => {
    await app.clock.advance(2 * RENEW_MS)
    expect(await settled(nodes())).toMatchObject([{ node: NODE, vendor: 'Acme', online: false }])
    for (const [call, json] of [
      ['share', { node: NODE }],
      ['remove', { node: NODE }],
      ['commission', { code: '34970112332' }],
    ] as const) {
      await takenByOther()
      expect(refusalOf(await settled(ask(call, json)))).toMatchObject({
        error: 'device_unreachable',
        error_detail: 'other_instance',
      })
    }
    expect(refusalOf(await ask('share', { node: 'f'.repeat(16) }))).toMatchObject({ status: 404 })
    expect(running.size).toBe(0)
    expect(await keeper()).toBe(OTHER_INSTANCE)
  })

  it('is taken by another one when that instance has died', async () => {
    await vi.waitFor(async () => {
      await app.clock.advance(RENEW_MS)
      expect(running.size).toBe(1)
    })
    expect(await keeper()).not.toBe(OTHER_INSTANCE)
  })

  it('is given up when another one has taken it', async () => {
    await takenByOther()
    await vi.waitFor(async () => {
      await app.clock.advance(RENEW_MS / 5)
      expect(running.size).toBe(0)
    })
    expect(await keeper()).toBe(OTHER_INSTANCE)
  })
})
