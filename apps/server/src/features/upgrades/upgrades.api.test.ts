import type { DeviceType } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { upgradeLineSchema, upgradeOfferSchema } from '@senca/contract/hardware'
import { createFleet, downloadByHttp, type Fleet } from '@senca/simulator'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { askDevice, commandNames, receivedBy, refusal } from '#testing/device-calls.ts'
import { createFirmware } from '#testing/firmware.ts'
import { entriesOf, furnish } from '#testing/furnished-device.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const SOON = { timeout: 120_000, interval: 50 }

/** How many times faster than a real device. */
const SPEED = 20

let app: TestApp
let firmware: Awaited<ReturnType<typeof createFirmware>>
let owner: TestClient

const fleets: Fleet[] = []

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
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.stop()
})

const FIRST = { version: 1, firmware: '1.9.3' }

/** A simulated first-generation controller that downloads its firmware from the app, as soon as `mayDownload` is resolved. */
async function moveInFirst(
  type: DeviceType = 'roller_shutter',
  { speed = SPEED, mayDownload = Promise.resolve() } = {},
) {
  const [made] = await owner.provision(type)
  if (made === undefined) throw new Error('no device was provisioned')
  await owner.claim(made.claimCode, `First ${made.id.slice(0, 8)}`)
  const fleet = createFleet({
    mqtt: () => app.mqtt,
    speed,
    trustedKey: () => firmware.publicKey,
    // The public URL is not the address of this test server.
    download: async (url, from, size) => {
      await mayDownload
      return downloadByHttp(`${app.url}${new URL(url).pathname}`, from, size)
    },
  })
  fleets.push(fleet)
  fleet.sync([{ id: made.id, secret: made.secret, type, version: 1 }])
  fleet.start()
  await vi.waitFor(async () => {
    expect(await infoOf(made.id)).toMatchObject({ version: 1, state: { status: 'ready' } })
  }, SOON)
  const device = fleet.device(made.id)
  if (device === undefined) throw new Error('there is no device')
  return { id: made.id, device, fleet }
}

const infoOf = async (id: string) => (await owner.info(id))[id]
const upgrade = (token: string) => askDevice(owner, 'upgrade', { token })
const line = async () =>
  upgradeLineSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/device/upgrade-all')))

const notified = async (id: string) =>
  activityListSchema
    .parse(await owner.ok(owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${id}`)))
    .entries.map(({ action, details }) => ({ action, details }))

const move = (token: string, command: object) =>
  owner.api('POST', '/auth/api/v1/device/move', { json: { commands: [{ token, ...command }] } })

describe('one device', () => {
  it('upgrades in place and stays what it is for its home [DV24]', async () => {
    await firmware.publish('venetian_blind')
    owner = await createConfirmedClient(app)
    let release = () => {}
    const mayDownload = new Promise<void>((resolve) => {
      release = resolve
    })
    const { id } = await moveInFirst('venetian_blind', { mayDownload })
    const { belongings } = await furnish(app, owner, id, { settings: { safePlaces: { wind: 0.2 } } })
    await owner.ok(move(id, { command: 'move', position: 60 }))
    await vi.waitFor(
      async () => expect((await infoOf(id))?.state).toMatchObject({ status: 'ready', position: 0.6 }),
      SOON,
    )
    const before = Object(await belongings(id))
    const stateBefore = (await infoOf(id))?.state
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    expect(
      upgradeOfferSchema.parse(
        await owner.ok(owner.api('GET', `/auth/api/v1/device/upgrade?devicetoken=${id}`)),
      ),
    ).toEqual({ version: '2.0.0' })
    expect(await upgrade(id)).toMatchObject({ status: 200, body: {} })
    await vi.waitFor(async () => expect((await infoOf(id))?.state.status).toBe('upgrading'), SOON)
    expect((await infoOf(id))?.can).not.toContain('stop')
    expect((await line()).available).toBe(0)
    for (const command of [
      { command: 'move', position: 20 },
      { command: 'move', inclination: 20 },
    ])
      expect((await move(id, command)).body).toMatchObject([{ status: 'error', error: 'device_busy' }])
    expect(refusal(await askDevice(owner, 'restart', { token: id }))).toEqual([409, 'device_busy', undefined])
    expect(refusal(await upgrade(id))).toEqual([409, 'device_busy', undefined])
    release()
    await vi.waitFor(async () => expect((await infoOf(id))?.version).toBe(2), SOON)
    await vi.waitFor(async () => expect((await infoOf(id))?.state.status).toBe('ready'), SOON)
    const after = await infoOf(id)
    for (const axis of ['position', 'inclination'] as const)
      expect([axis, after?.state[axis]]).toEqual([axis, stateBefore?.[axis]])
    expect(after?.can).toContain('stop')
    expect(after?.state).not.toHaveProperty('progress')
    expect(after).not.toHaveProperty('upgrade')
    const shares = socket.received.flatMap((message) =>
      message.subject === 'device.state_update' && message.data.state.progress != null
        ? [message.data.state.progress]
        : [],
    )
    expect(shares.length).toBeGreaterThan(1)
    socket.end()
    await vi.waitFor(
      async () =>
        expect(await notified(id)).toContainEqual({ action: 'upgraded', details: { version: '2.0.0' } }),
      SOON,
    )
    const [upgraded, ...history] = await entriesOf(owner, id)
    expect(upgraded).toMatchObject({ action: 'upgraded' })
    expect({ ...Object(await belongings(id)), history }).toEqual(before)
    // A capability of the second generation.
    expect((await move(id, { command: 'move', position: 40, inclination: 10 })).body).toMatchObject([
      { status: 'success' },
    ])
    expect(refusal(await upgrade(id))).toEqual([409, 'device_upgrade_not_available', undefined])
  })

  it.each([
    ['signature_invalid', { signature: Buffer.alloc(64, 1).toString('base64') }],
    ['checksum_invalid', { sha256: 'ab'.repeat(32) }],
  ])('stays what it was and says why: %s [DV22] [DV26]', async (error, wrong) => {
    const { id } = await moveInFirst()
    await firmware.publish('roller_shutter', wrong)
    expect((await upgrade(id)).status).toBe(200)
    await vi.waitFor(async () => expect(await infoOf(id)).toMatchObject({ upgrade: { error } }), SOON)
    await vi.waitFor(
      async () => expect(await infoOf(id)).toMatchObject({ version: 1, state: { status: 'ready' } }),
      SOON,
    )
    expect(await notified(id)).toContainEqual({
      action: 'upgrade_failed',
      details: { version: '2.0.0', upgradeError: error },
    })
    // A later success removes the failure.
    await firmware.publish('roller_shutter')
    expect((await upgrade(id)).status).toBe(200)
    await vi.waitFor(async () => {
      const info = await infoOf(id)
      expect(info?.version).toBe(2)
      expect(info).not.toHaveProperty('upgrade')
    }, SOON)
  })

  it('stays what it was after a power cut in the middle [DV26]', async () => {
    const { id, device } = await moveInFirst('roller_shutter', { speed: 2 })
    expect((await upgrade(id)).status).toBe(200)
    await vi.waitFor(async () => expect((await infoOf(id))?.state.progress ?? 0).toBeGreaterThan(0.2), SOON)
    device.fault({ kind: 'power_cut', ms: 300 })
    await vi.waitFor(
      async () =>
        expect(await infoOf(id)).toMatchObject({
          version: 1,
          state: { status: 'ready' },
          upgrade: { error: 'interrupted' },
        }),
      SOON,
    )
  })

  it('is refused where there is nothing for it [DV24]', async () => {
    const awning = await moveIn(app, owner, 'awning', { status: FIRST })
    expect(refusal(await upgrade(awning.id))).toEqual([409, 'device_upgrade_not_available', undefined])
    const old = await moveIn(app, owner, 'roller_shutter', { status: { version: 2, firmware: '2.4.1' } })
    expect(refusal(await upgrade(old.id))).toEqual([409, 'device_upgrade_not_available', undefined])
    const first = await moveIn(app, owner, 'roller_shutter', { status: FIRST })
    await firmware.publish('roller_shutter', { version: '1.2.0' })
    expect(refusal(await upgrade(first.id))).toEqual([409, 'device_upgrade_not_available', undefined])
    await firmware.remove('roller_shutter')
    expect(refusal(await upgrade(first.id))).toEqual([409, 'device_upgrade_not_available', undefined])
    await firmware.publish('roller_shutter')
    const stranger = await createSignedInClient(app)
    expect(refusal(await askDevice(stranger, 'upgrade', { token: first.id }))).toEqual([
      404,
      'device_not_exist',
      undefined,
    ])
    first.device.report({ status: 'opening' })
    await vi.waitFor(async () => expect((await infoOf(first.id))?.state.status).toBe('opening'), SOON)
    expect(refusal(await upgrade(first.id))).toEqual([409, 'device_busy', undefined])
    expect(commandNames(first.device)).not.toContain('upgrade')
    await first.device.end()
    await vi.waitFor(async () => expect((await infoOf(first.id))?.connected).toBe(false), SOON)
    expect(refusal(await upgrade(first.id))).toEqual([409, 'device_offline', undefined])
  })

  it('receives what it needs, and its refusal is published', async () => {
    const image = await firmware.publish('roller_shutter')
    const { id, device } = await moveIn(app, owner, 'roller_shutter', {
      status: FIRST,
      onCommand: (command, self) => self.refuse(command, 'device_unsupported_action'),
    })
    expect(refusal(await upgrade(id))).toEqual([400, 'device_unsupported_action', undefined])
    const { url, sha256, signature, version } = await receivedBy(device, 'upgrade')
    expect(version).toBe('2.0.0')
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(Buffer.from(String(signature), 'base64')).toHaveLength(64)
    const answer = await fetch(`${app.url}${new URL(String(url)).pathname}`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(image)).toBe(true)
    expect(await infoOf(id)).toMatchObject({ upgrade: { error: 'refused' } })
  })

  it('is published also for third-party firmware that never reports that it upgrades', async () => {
    const first = await moveIn(app, owner, 'roller_shutter', {
      status: { version: 1 },
      onCommand: (command, self) => self.succeed(command),
    })
    expect((await upgrade(first.id)).status).toBe(200)
    first.device.publish('status', { connected: true, type: 'roller_shutter', version: 2, firmware: '2.0.0' })
    await vi.waitFor(
      async () =>
        expect(await notified(first.id)).toContainEqual(expect.objectContaining({ action: 'upgraded' })),
      SOON,
    )
  })
})
