import { deviceInfoMapSchema } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { roleReportSchema } from '@senca/contract/people'
import { createFleet, downloadByHttp, type Fleet } from '@senca/simulator'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { askDevice } from '#testing/device-calls.ts'
import { createFirmware } from '#testing/firmware.ts'
import { createPerson, giveRole, listRoles } from '#testing/homes/role-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const SOON = { timeout: 120_000, interval: 50 }
vi.setConfig({ testTimeout: 240_000 })

let app: TestApp
let firmware: Awaited<ReturnType<typeof createFirmware>>
let fleet: Fleet
beforeAll(async () => {
  firmware = await createFirmware()
  app = await createTestApp({ environment: { FIRMWARE_DIR: firmware.folder } })
  fleet = createFleet({
    mqtt: () => app.mqtt,
    speed: 20,
    trustedKey: () => firmware.publicKey,
    download: (url, from, size) => downloadByHttp(`${app.url}${new URL(url).pathname}`, from, size),
  })
})
afterAll(async () => {
  await fleet.stop()
  await app.close()
  await firmware.end()
})

it('an upgrade that an installer starts is recorded with the installer’s role, and is in its report [DV23]', async () => {
  const anna = await createPerson(app)
  const bor = await createPerson(app)
  await firmware.publish('roller_shutter')
  const [made] = await anna.provision('roller_shutter')
  if (made === undefined) throw new Error('no device was provisioned')
  const { id, secret, claimCode } = made
  await anna.claim(claimCode, 'West')
  fleet.sync([{ id, secret, type: 'roller_shutter', version: 1 }])
  fleet.start()
  const infoOf = async () =>
    deviceInfoMapSchema.parse(await anna.ok(anna.api('GET', `/auth/api/v1/device/info?devicetoken=${id}`)))[
      id
    ]
  await vi.waitFor(
    async () => expect(await infoOf()).toMatchObject({ version: 1, state: { status: 'ready' } }),
    SOON,
  )
  const role = await giveRole(anna, { permissions: ['maintain'], devices: [id], users: [bor.email] })
  await bor.ok(askDevice(bor, 'upgrade', { token: id }))
  await vi.waitFor(async () => {
    expect(await listRoles(anna)).toMatchObject([{ users: [{ lastUsedAt: expect.any(String) }] }])
    expect((await infoOf())?.maintenance).toEqual({ email: bor.email, until: null })
  }, SOON)
  await vi.waitFor(async () => {
    const notified = await anna.ok(anna.api('GET', `/auth/api/v1/activity/list?devicetoken=${id}`))
    expect(activityListSchema.parse(notified).entries[0]).toMatchObject({
      action: 'upgraded',
      origin: 'role',
      by: bor.email,
      role: { id: role.id, name: role.name },
    })
  }, SOON)
  const report = await anna.ok(anna.api('GET', `/auth/api/v1/role/report?id=${role.id}`))
  expect(roleReportSchema.parse(report)).toMatchObject([
    { action: 'upgraded', deviceId: id, before: null, after: { version: '2.0.0' } },
  ])
})
