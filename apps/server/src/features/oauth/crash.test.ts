import { securityEventsSchema } from '@senca/contract/account'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { listBridges } from '#testing/homes/bridge-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { letIn, listBy, oauthErrorOf, tokensSchema } from '#testing/homes/oauth-home.ts'
import { ownServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())
const startServer = ownServer()

/** A server with an app that a person has let in, and the ways to kill it. */
async function createLetIn() {
  const environment = { DATABASE_URL: database.url, OPERATOR_TOKEN }
  const first = await startServer(environment)
  const server = { url: first.url, database, resource: `http://localhost:${first.port}/mcp` }
  let { child } = first
  const owner = await createConfirmedClient(server)
  const [device] = await owner.provision('roller_shutter')
  if (device === undefined) throw new Error('no device was provisioned')
  await owner.claim(device.claimCode, 'Kitchen')
  const client = await letIn(server, owner, [device.id])
  const kill = () => {
    child.kill('SIGKILL')
    return vi.waitFor(() => expect(child.signalCode).toBe('SIGKILL'))
  }
  const startAgain = async () => {
    // What a client was given is for one address.
    ;({ child } = await startServer({ ...environment, PORT: String(first.port) }))
    owner.forgetApiToken()
  }

  /** Kills the server while a call of it waits for the rows of this table, and starts it again. The call is not answered. */
  const killIn = async (table: 'oauth_grants' | 'bridges', call: () => Promise<Response>) => {
    const holder = await database.pool.connect()
    await holder.query(`begin; select * from ${table} for update`)
    const answer = call().then(
      ({ status }) => status,
      () => null,
    )
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(
        `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
        [`%"${table}"%`],
      )
      expect(rows).toHaveLength(1)
    })
    await kill()
    expect(await answer).toBeNull()
    await holder.query('rollback')
    holder.release()
    await startAgain()
  }

  /** Kills the server as soon as a call of it is committed, and starts it again. Nobody reads the answer. */
  const killAfter = async (rotation: number, call: () => Promise<Response>) => {
    const answer = call().catch(() => null)
    await vi.waitFor(
      async () => {
        const { rows } = await database.pool.query('select 1 from oauth_grants where rotation = $1', [
          rotation,
        ])
        expect(rows).toHaveLength(1)
      },
      { interval: 1 },
    )
    await kill()
    await answer
    await startAgain()
  }
  return { server, owner, client, killIn, killAfter }
}

const endsOf = async (owner: TestClient) => {
  const { events } = securityEventsSchema.parse(await owner.ok(owner.call('GET', '/auth/account/events')))
  const { rows } = await database.pool.query(
    `select count(*)::int from notifications where data->>'words' = 'bridge_reused'`,
  )
  return {
    apps: (await listBridges(owner)).length,
    inTrail: events.filter(({ kind }) => kind === 'bridge_token_reused').length,
    notifications: rows[0].count,
  }
}
const NOT_ENDED = { apps: 1, inTrail: 0, notifications: 0 }
const ENDED = { apps: 0, inTrail: 1, notifications: 1 }
const REFUSED = [400, 'invalid_grant']

describe('after kill -9 of the server [BR43]', () => {
  it('a code and a refresh token that were being used are used by the next try, once', async () => {
    const { server, owner, client, killIn } = await createLetIn()
    await killIn('oauth_grants', () => client.exchange())
    const first = await client.tokens()
    await killIn('oauth_grants', () => client.refresh(first.refresh_token))
    expect((await listBy(server, first.access_token)).status).toBe(200)
    const second = await client.refreshed(first.refresh_token)
    expect((await listBy(server, second.access_token)).status).toBe(200)
    expect(await endsOf(owner)).toEqual(NOT_ENDED)
    expect(await oauthErrorOf(await client.refresh(first.refresh_token))).toEqual(REFUSED)
    expect((await listBy(server, second.access_token)).status).toBe(401)
    expect(await endsOf(owner)).toEqual(ENDED)
  }, 240_000)

  it('a code whose tokens were committed is not used again: the app ends, and its person knows', async () => {
    const { owner, client, killAfter } = await createLetIn()
    await killAfter(0, () => client.exchange())
    expect(await endsOf(owner)).toEqual(NOT_ENDED)
    expect(await oauthErrorOf(await client.exchange())).toEqual(REFUSED)
    expect(await endsOf(owner)).toEqual(ENDED)
  }, 240_000)

  it('a refresh token that was replaced is not used again: the app ends, and its person knows', async () => {
    const { server, owner, client, killAfter } = await createLetIn()
    const { access_token, refresh_token } = await client.tokens()
    await killAfter(1, () => client.refresh(refresh_token))
    expect((await listBy(server, access_token)).status).toBe(200)
    expect(await oauthErrorOf(await client.refresh(refresh_token))).toEqual(REFUSED)
    expect((await listBy(server, access_token)).status).toBe(401)
    expect(await endsOf(owner)).toEqual(ENDED)
  }, 240_000)

  it('an app that was being ended is whole, and ends with the next reuse, with one entry', async () => {
    const { server, owner, client, killIn } = await createLetIn()
    const { access_token, refresh_token } = tokensSchema.parse(await (await client.exchange()).json())
    await killIn('bridges', () => client.exchange())
    expect((await listBy(server, access_token)).status).toBe(200)
    expect(await endsOf(owner)).toEqual(NOT_ENDED)
    expect(await oauthErrorOf(await client.exchange())).toEqual(REFUSED)
    expect(await oauthErrorOf(await client.refresh(refresh_token))).toEqual(REFUSED)
    expect((await listBy(server, access_token)).status).toBe(401)
    expect(await endsOf(owner)).toEqual(ENDED)
  }, 240_000)
})
