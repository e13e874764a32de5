import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSystemClock } from '#platform/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { askDevice, claimUnseen } from '#testing/device-calls.ts'
import { createConfirmedClient, createGuest, makeLink } from '#testing/homes/link-home.ts'
import { ownServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'

/** The moments, in ms after the request, at which the server is killed. */
const MOMENTS_MS = Array.from({ length: 2 }, () => Math.round(Math.random() * 40))

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())
const startServer = ownServer()

async function start() {
  const ready = await startServer({ DATABASE_URL: database.url, OPERATOR_TOKEN })
  return { ...ready, database, clock: createSystemClock() }
}

it(`a server that is killed while it replaces a controller, after ${MOMENTS_MS.join(', ')} ms, has done all of it or nothing`, async () => {
  let app = await start()
  for (const momentMs of MOMENTS_MS) {
    const owner = await createConfirmedClient(app)
    const old = await claimUnseen(owner, 'roller_shutter')
    const [fresh] = await owner.provision('roller_shutter')
    if (fresh === undefined) throw new Error('nothing was provisioned')
    const link = await makeLink(app, owner, [old.id])
    const asked = askDevice(owner, 'replace', { token: old.id, claimCode: fresh.claimCode }).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, momentMs))
    app.child.kill('SIGKILL')
    const answer = await asked
    app = await start()
    const { rows } = await database.pool.query(
      'select id from devices where owner_id is not null and id = any($1)',
      [[old.id, fresh.id]],
    )
    expect(rows).toHaveLength(1)
    const [{ id }] = rows
    // An answered request must be durable.
    if (answer?.status === 200) expect(id).toBe(fresh.id)
    expect((await createGuest(app, link.token).info()).devices).toEqual([id])
  }
}, 300_000)
