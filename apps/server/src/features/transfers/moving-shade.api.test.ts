import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { createPerson, giveRole } from '#testing/homes/role-home.ts'
import { accepted, mailedOffer } from '#testing/homes/transfer-home.ts'
import { createVirtualHome, type VirtualHome } from '#testing/homes/virtual-home.ts'

let mailServer: TestMailServer
let home: VirtualHome
beforeAll(async () => {
  mailServer = await startTestMailServer()
  home = await createVirtualHome({ SMTP_URL: mailServer.url })
  await home.app.database.pool.query('update accounts set is_confirmed = true')
})
afterAll(async () => {
  await home.app.close()
  await mailServer.close()
})

it('a shade that an installer tests is stopped although it is taken into another home meanwhile', async () => {
  const shade = await home.moveIn('roller_shutter')
  const client = await createPerson(home.app)
  const installer = { client, email: client.email }
  await giveRole(home.owner, { permissions: ['maintain'], devices: [shade.id], users: [client.email] })
  const { rows } = await home.app.database.pool.query(
    'select email from accounts join devices on owner_id = accounts.id where devices.id = $1',
    [shade.id],
  )
  const owner = { client: home.owner, email: String(rows[0].email) }
  const token = await mailedOffer(mailServer, owner, installer, shade.id)
  const call = await home.send(client, {
    asked: { command: 'abort' },
    isAwaited: true,
    isForHardware: true,
    path: 'test-move',
    deviceId: shade.id,
    body: { token: shade.id, direction: 'close', ms: 3_000 },
  })
  await home.pass(1_000)
  expect((await home.info(shade)).state.status).toBe('closing')
  await accepted(installer, token)
  await home.pass(2_000)
  const { state } = (await client.info(shade.id))[shade.id] ?? {}
  expect(state?.status).toBe('ready')
  expect(state?.position).toBeLessThan(0.2)
  expect(call.answer).toMatchObject({ status: 404, body: { error: 'device_not_exist' } })
  const notified = await home.owner.ok(home.owner.api('GET', '/auth/api/v1/activity/list'))
  const [newest] = activityListSchema.parse(notified).entries
  // The giver did not act by a role, whatever roles the receiver had.
  expect(newest).toMatchObject({ action: 'transferred', by: owner.email, role: null })
  shade.device.stop()
})
