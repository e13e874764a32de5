import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceInfo } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { upgradeAllSchema, upgradeLineSchema } from '@senca/contract/hardware'
import { createFleet, downloadByHttp, type Fleet } from '@senca/simulator'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createFirmware } from '#testing/firmware.ts'
import { sizeOfRun } from '#testing/full-run.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { ownServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'

const DEVICES = sizeOfRun(6, 3)
const KILLS = sizeOfRun(2, 1)
/** How many times faster than real devices. */
const SPEED = 20
/** Commands that a killed server has sent are checked only after half a minute. */
const SOON = { timeout: 120_000, interval: 100 }

let database: TestDatabase
let firmware: Awaited<ReturnType<typeof createFirmware>>
let fleet: Fleet | undefined
beforeEach(async () => {
  database = await createTestDatabase()
  firmware = await createFirmware()
})
afterEach(async () => {
  await fleet?.stop()
  await database.drop()
  await firmware.end()
})
const startServer = ownServer()

async function start() {
  const environment = { DATABASE_URL: database.url, OPERATOR_TOKEN, FIRMWARE_DIR: firmware.folder }
  return { ...(await startServer(environment)), database }
}

it('of a server that is killed during a line of upgrades each device is whole, and the line goes on or says why not [DV25]', async () => {
  await firmware.publish('roller_shutter')
  let app = await start()
  /** The same person on the address where the server listens now. */
  const place = { url: app.url, database }
  const owner = await createConfirmedClient(place)
  const made = await owner.provision('roller_shutter', DEVICES)
  const ids = made.map(({ id }) => id)
  for (const [index, { claimCode }] of made.entries()) await owner.claim(claimCode, `First ${index}`)
  fleet = createFleet({
    mqtt: () => app.mqtt,
    speed: SPEED,
    trustedKey: () => firmware.publicKey,
    download: (url, from, size) => downloadByHttp(`${app.url}${new URL(url).pathname}`, from, size),
  })
  fleet.sync(made.map(({ id, secret }) => ({ id, secret, type: 'roller_shutter', version: 1 })))
  fleet.start()

  const all = async () => Object.values(await owner.info(...ids))
  const line = async () =>
    upgradeLineSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/device/upgrade-all')))
  const queue = async () =>
    upgradeAllSchema.parse(await owner.ok(owner.api('POST', '/auth/api/v1/device/upgrade-all', { json: {} })))
      .queued
  const isHere = ({ connected, version, state }: DeviceInfo) =>
    connected && version !== null && state.status === 'ready'
  const atRest = () =>
    vi.waitFor(async () => {
      const infos = await all()
      expect(infos.filter(isHere)).toHaveLength(DEVICES)
      return infos
    }, SOON)
  const decided = (infos: DeviceInfo[]) =>
    infos.map(({ id, name, devicetype, settings, state }) => [id, name, devicetype, settings, state.position])
  const before = decided(await atRest())

  expect(await queue()).toBe(DEVICES)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const over = (await line()).done
    // One upgrade has ended, and the next is being sent, is downloading, or has just started.
    await vi.waitFor(async () => expect((await line()).done).toBeGreaterThan(over), SOON)
    // The server is killed at a random moment of the upgrade.
    await sleep(Math.random() * 300)
    app.child.kill('SIGKILL')
    app = await start()
    place.url = app.url
  }

  const ended = await vi.waitFor(async () => {
    const found = await line()
    expect(found).toMatchObject({ total: DEVICES, waiting: 0, upgrading: 0 })
    return found
  }, SOON)
  const infos = await atRest()
  expect(decided(infos)).toEqual(before)
  for (const { token, status, error } of ended.devices) {
    const info = infos.find(({ id }) => id === token)
    const { entries } = activityListSchema.parse(
      await owner.ok(owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${token}`)),
    )
    // An upgrade that was given up may have succeeded later.
    const notified = entries.find(({ action }) => action === 'upgraded' || action === 'upgrade_failed')
    if (status === 'done') {
      expect(info).toMatchObject({ version: 2 })
      expect(info).not.toHaveProperty('upgrade')
    } else {
      expect(info).toMatchObject({ version: 1, upgrade: { error } })
    }
    expect(notified?.action).toBe(status === 'done' ? 'upgraded' : 'upgrade_failed')
  }
  console.info(`after ${KILLS} kills ${ended.done} of ${DEVICES} run it, ${ended.failed} say why not`)

  // Failed devices are upgraded when the upgrade is requested again.
  expect(await queue()).toBe(ended.failed)
  await vi.waitFor(
    async () => expect((await all()).filter(({ version }) => version === 2)).toHaveLength(DEVICES),
    SOON,
  )
}, 400_000)
