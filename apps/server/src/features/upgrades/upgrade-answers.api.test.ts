import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { askDevice, startCall } from '#testing/device-calls.ts'
import type { FakeDevice } from '#testing/fake-device.ts'
import { createFirmware } from '#testing/firmware.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const SOON = { timeout: 120_000, interval: 50 }
const FIRST = { version: 1, firmware: '1.9.3' }

let app: TestApp
let firmware: Awaited<ReturnType<typeof createFirmware>>
let owner: TestClient
beforeAll(async () => {
  firmware = await createFirmware()
  app = await createTestApp({ environment: { FIRMWARE_DIR: firmware.folder } })
})
afterAll(async () => {
  await app.close()
  await firmware.end()
})
beforeEach(async () => {
  owner = await createSignedInClient(app)
  await firmware.publish('roller_shutter')
})

const infoOf = async (id: string) => (await owner.info(id))[id]
const notified = async (id: string) =>
  activityListSchema
    .parse(await owner.ok(owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${id}`)))
    .entries.flatMap(({ action, details }) =>
      action.startsWith('upgrade') ? [details.upgradeError ?? action] : [],
    )

const shade = () => moveIn(app, owner, 'roller_shutter', { status: FIRST, onCommand: () => {} })

/** Reports a status with a firmware that is not newer, and waits until the server has read all that was reported before. */
async function say(device: FakeDevice, id: string, patch: number, more: object = {}) {
  const running = { connected: true, type: 'roller_shutter', ...FIRST, firmware: `1.9.${patch}` }
  device.publish('status', { ...running, ...more })
  await vi.waitFor(async () => {
    const { rows } = await app.database.pool.query('select firmware from endpoints where device_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ firmware: running.firmware }])
  }, SOON)
}

/** Starts an upgrade; the device has received it and not answered yet. */
async function start({ id, device }: { id: string; device: FakeDevice }) {
  const { results } = await startCall(device, () => askDevice(owner, 'upgrade', { token: id }))
  const command = device.received.at(-1)
  if (command === undefined) throw new Error('no command was received')
  return {
    async acknowledge() {
      device.succeed(command)
      expect((await results).status).toBe(200)
    },
  }
}

async function report(device: FakeDevice, id: string, status: string) {
  device.report({ status, progress: status === 'upgrading' ? 0.1 : null })
  await vi.waitFor(async () => expect((await infoOf(id))?.state.status).toBe(status), SOON)
}

async function finish(device: FakeDevice, id: string) {
  device.publish('status', { connected: true, type: 'roller_shutter', version: 2, firmware: '2.0.0' })
  device.report({ status: 'ready', progress: null })
  await vi.waitFor(async () => expect(await notified(id)).toContain('upgraded'), SOON)
}

it.each(['before it acknowledges', 'while it upgrades'])(
  'the failure of an earlier upgrade that a device reports again %s is not one of the next',
  async (when) => {
    const { id, device } = await shade()
    const { acknowledge } = await start({ id, device })
    const sayOld = () => say(device, id, 4, { upgradeError: 'checksum_invalid' })
    if (when === 'before it acknowledges') await sayOld()
    await acknowledge()
    await report(device, id, 'upgrading')
    if (when === 'while it upgrades') await sayOld()
    await say(device, id, 5)
    await finish(device, id)
    expect(await notified(id)).toEqual(['upgraded'])
  },
)

it('a failure that is reported just before the device comes to rest is its result', async () => {
  const { id, device } = await shade()
  const { acknowledge } = await start({ id, device })
  await acknowledge()
  await report(device, id, 'upgrading')
  await say(device, id, 4, { upgradeError: 'signature_invalid' })
  device.report({ status: 'ready', progress: null })
  await vi.waitFor(async () => expect(await notified(id)).toEqual(['signature_invalid']), SOON)
})

it('an upgrade that a device has acknowledged and not started yet is not interrupted', async () => {
  const { id, device } = await shade()
  const { acknowledge } = await start({ id, device })
  await acknowledge()
  await say(device, id, 4)
  await say(device, id, 5)
  await report(device, id, 'upgrading')
  await finish(device, id)
  expect(await notified(id)).toEqual(['upgraded'])
})

it('the end of one upgrade does not end the next, which follows at once', async () => {
  const { id, device } = await shade()
  const first = await start({ id, device })
  await first.acknowledge()
  await report(device, id, 'upgrading')
  await say(device, id, 4, { upgradeError: 'download_failed' })
  await report(device, id, 'ready')
  await vi.waitFor(async () => expect(await notified(id)).toEqual(['download_failed']), SOON)
  await app.clock.advanceAsync(1_500)
  const second = await start({ id, device })
  await second.acknowledge()
  await app.clock.advanceAsync(1_000)
  await report(device, id, 'upgrading')
  await say(device, id, 5)
  await finish(device, id)
  expect(await notified(id)).toEqual(['upgraded', 'download_failed'])
})
