import { commandResultsSchema } from '@senca/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { guardedDoors, unlockOf } from '#testing/homes/guarded-doors.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())
const { door } = guardedDoors(() => ({ app, owner }))

it('a server failure for one device of a batch is answered for that one, and the others are answered normally', async () => {
  const shade = await moveIn(app, owner, 'roller_shutter')
  const home = await door()
  await app.database.pool.query(
    `create function refuse_unlock() returns trigger language plpgsql as
     $$ begin if new.action = 'unlock' then raise 'no room'; end if; return new; end $$`,
  )
  await app.database.pool.query(
    'create trigger refuse_unlock before insert on activity for each row execute function refuse_unlock()',
  )
  const commands = [{ token: shade.id, command: 'move', position: 40 }, unlockOf(home.id)]
  const answer = await owner.api('POST', '/auth/api/v1/device/move', { json: { commands } })
  await app.database.pool.query('drop function refuse_unlock() cascade')
  expect(answer.status).toBe(200)
  expect(commandResultsSchema.parse(answer.body)).toEqual([
    { status: 'success', device_ids: [shade.id] },
    expect.objectContaining({ status: 'error', error: 'internal_error', device_ids: [home.id] }),
  ])
  expect(home.device.received).toEqual([])
  await vi.waitFor(() => expect(shade.device.received).toHaveLength(1))
  await shade.device.end()
  await home.device.end()
})
