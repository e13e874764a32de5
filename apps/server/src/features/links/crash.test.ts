import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSystemClock } from '#platform/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { receivedBy } from '#testing/device-calls.ts'
import { createConfirmedClient, createGuest, ENDED, makeLink, verdictOf } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { ownServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())
const startServer = ownServer()

/** Starts the server on the database of the test and waits until it is ready. */
async function start() {
  const ready = await startServer({ DATABASE_URL: database.url, OPERATOR_TOKEN })
  return { ...ready, database, clock: createSystemClock() }
}

it('a server that is killed while commands are in flight loses no use and gives none twice', async () => {
  const app = await start()
  const owner = await createConfirmedClient(app)
  const onCommand = () => {}
  const shade = await moveIn(app, owner, 'roller_shutter', { onCommand })
  const door = await moveIn(app, owner, 'home_door', { onCommand, state: { motorLockConnected: true } })
  const MOVE = { command: 'move', position: 40 }
  const UNLOCK = { command: 'unlock', lockType: 'motor' }
  const moving = await makeLink(app, owner, [shade.id], { multiUse: false })
  const unlocking = await makeLink(app, owner, [door.id], { multiUse: false })
  const unanswered = [
    createGuest(app, moving.token).act([shade.id], MOVE),
    createGuest(app, unlocking.token).act([door.id], UNLOCK),
  ].map((answer) => answer.catch(() => 'cut'))
  await Promise.all([receivedBy(shade.device, 'move'), receivedBy(door.device, 'unlock')])
  app.child.kill('SIGKILL')
  expect(await Promise.all(unanswered)).toEqual(['cut', 'cut'])
  const reserved = async () =>
    (await database.pool.query('select is_unlock from device_link_uses order by is_unlock')).rows
  expect(await reserved()).toEqual([{ is_unlock: false }, { is_unlock: true }])

  // Until the reservations expire, both uses are taken, also for the next server.
  const next = await start()
  expect(await reserved()).toHaveLength(2)
  await database.pool.query("update device_link_uses set reserved_at = reserved_at - interval '1 minute'")
  next.child.kill('SIGKILL')
  const last = await start()
  await vi.waitFor(async () => expect(await reserved()).toEqual([]), { timeout: 120_000, interval: 50 })
  const byDoor = createGuest(last, unlocking.token)
  expect(verdictOf(await byDoor.ask('action', { deviceIds: [door.id], action: UNLOCK }))).toBe(ENDED)
  const byShade = createGuest(last, moving.token)
  expect(await byShade.info()).toMatchObject({ state: 'active', uses: 0 })
  for (const { device } of [shade, door]) device.cut()
}, 240_000)
