import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandNames, receivedBy } from '#testing/device-calls.ts'
import {
  createConfirmedClient,
  createGuest,
  ENDED,
  linkRequest,
  makeLink,
  updateLink,
  verdictOf,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
})
afterAll(() => app.close())

const state = { motorLockConnected: true, motorLockLocked: true }
const UNLOCK = { command: 'unlock', lockType: 'motor' }

it('a door that is commanded to forget its home receives nothing from a guest, and the use is not spent', async () => {
  const { id, device } = await moveIn(app, owner, 'home_door', { state, onCommand: () => {} })
  const { token } = await makeLink(app, owner, [id], { multiUse: false })
  const guest = createGuest(app, token)
  const deleting = owner.delete(id)
  device.refuse(await receivedBy(device, 'forget'), 'device_busy')
  expect(await deleting).toMatchObject([{ error: 'device_busy' }])
  const again = owner.delete(id)
  await expect.poll(() => commandNames(device)).toEqual(['forget', 'forget'])
  expect(await guest.act([id], UNLOCK)).toMatchObject([{ error: 'device_busy', device_ids: [id] }])
  expect(await guest.stop(id)).toMatchObject([{ error: 'device_busy' }])
  expect(Object.keys(await guest.devices())).toEqual([id])
  const forget = device.received.at(-1)
  if (forget === undefined) throw new Error('received nothing')
  expect(await guest.info()).toMatchObject({ state: 'active' })
  device.succeed(forget)
  expect(await again).toMatchObject([{ status: 'success' }])
  expect(verdictOf(await guest.ask('action', { deviceIds: [id], action: UNLOCK }))).toBe(ENDED)
  expect(commandNames(device)).toEqual(['forget', 'forget'])
  await device.end()
})

it('an unlocking of a guest that cannot be recorded fails for its door alone and spends no use', async () => {
  const first = await moveIn(app, owner, 'home_door', { state })
  const second = await moveIn(app, owner, 'home_door', { state })
  const [broken, sound] = [first.id, second.id]
  const { token } = await makeLink(app, owner, [broken, sound], { maxUses: 2 })
  const guest = createGuest(app, token)
  await app.database.pool.query(
    `create function refuse_unlock() returns trigger language plpgsql as
     $$ begin if new.action = 'unlock' and new.device_id = '${broken}' then raise 'no room'; end if; return new; end $$`,
  )
  await app.database.pool.query(
    'create trigger refuse_unlock before insert on activity for each row execute function refuse_unlock()',
  )
  const answer = await guest.act([broken, sound], UNLOCK)
  await app.database.pool.query('drop function refuse_unlock() cascade')
  expect(answer).toMatchObject([
    { status: 'error', error: 'internal_error', device_ids: [broken] },
    { status: 'success', device_ids: [sound] },
  ])
  expect(first.device.received).toEqual([])
  expect(await updateLink(owner, token, { name: 'Once more' })).toMatchObject({ uses: 1 })
  expect(await guest.act([broken], UNLOCK)).toMatchObject([{ status: 'success' }])
  await first.device.end()
  await second.device.end()
})

it.each(['\u200bGuest', 'Gu\u202eest', 'Gu\u2028est'])('a link cannot have the name %j', async (name) => {
  const { id, device } = await moveIn(app, owner, 'roller_shutter')
  const json = linkRequest(app, [id], { name })
  const answer = await owner.api('POST', '/auth/api/v1/device-link/create', { json })
  expect(verdictOf(answer)).toMatch(/^400 malformed_request/)
  await device.end()
})
