import { execFileSync } from 'node:child_process'
import { discoveryListSchema } from '@senca/contract/discovery'
import { matterCommissioningSchema } from '@senca/contract/matter'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'
import { createMatterNetwork, type MatterNetwork } from '#testing/doubles/matter-network.ts'
import { API } from '#testing/homes/bridge-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import {
  createInstallation,
  INSTANCE_START_MS,
  type Installation,
  type Instance,
  keeperOf,
  killInstance,
} from '#testing/instances.ts'
import type { TestClient } from '#testing/test-client.ts'

const WAIT_MS = 300_000
const KILLS = 3
const BUILD = "import('./scripts/builds.mjs').then(({ buildStale }) => buildStale(['matter']))"

let network: MatterNetwork
let device: Awaited<ReturnType<MatterNetwork['startDevice']>>
let installation: Installation
let instances: Instance[]

const start = () => installation.start({ within: network.within, reachedAt: network.publish })

beforeAll(async () => {
  execFileSync(process.execPath, ['-e', BUILD], { cwd: REPOSITORY_ROOT, stdio: 'ignore' })
  network = await createMatterNetwork()
  installation = await createInstallation({ MATTER: 'on', LOG_LEVEL: 'error' })
  await network.reach(installation.environment.DATABASE_URL ?? '')
  await network.reach(installation.environment.MQTT_URL ?? '')
  device = await network.startDevice(3_840)
  instances = [await start(), await start()]
}, 3 * INSTANCE_START_MS)
afterAll(async () => {
  await installation?.remove()
  await device?.remove()
  await network?.close()
})

const will = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: WAIT_MS, interval: 100 })

/** How many nodes an instance controls. */
const keeps = async ({ url }: Instance): Promise<boolean> =>
  /^senca_matter_nodes\{status="online"\} 1$/m.test(await (await fetch(`${url}/metrics`)).text())

const findKeeper = () => will(() => keeperOf(instances, keeps))

async function commission(owner: TestClient): Promise<void> {
  const json = { code: device.qrCode, allowUncertified: true }
  const { commissioningId } = Object(await owner.ok(owner.api('POST', `${API}/matter/commission`, { json })))
  await will(async () => {
    const answer = await owner.ok(owner.api('GET', `${API}/matter/commission?id=${commissioningId}`))
    expect(matterCommissioningSchema.parse(answer)).toMatchObject({ status: 'done' })
  })
}

const unlocks = () => device.messages.filter(({ lockState }) => lockState === 2).length

it('[HW32] after kill -9 of the instance that controls a node, the other one does, and a door is unlocked at most once', async () => {
  const [at] = instances
  if (at === undefined) throw new Error('no instance runs')
  const server = { url: at.url, database: installation.database }
  const owner = await createConfirmedClient(server)
  await commission(owner)
  const listed = discoveryListSchema.parse(await owner.ok(owner.api('GET', `${API}/discovery/list`)))
  const add = async (kind: string, json: object): Promise<string> => {
    const ids = [listed.find((entity) => entity.kind === kind)?.id]
    return Object(await owner.ok(owner.api('POST', `${API}/discovery/add`, { json: { ids, ...json } }))).id
  }
  const shadeId = await add('cover', { devicetype: 'venetian_blind', name: 'Kitchen' })
  const doorId = await add('lock', { devicetype: 'home_door', name: 'Door' })
  const door = { token: doorId, lockType: 'motor' }

  let position = 30
  const isMoved = async () => {
    position = 100 - position
    await will(async () =>
      expect(await owner.move([{ token: shadeId, command: 'move', position }])).toMatchObject([
        { status: 'success' },
      ]),
    )
    await will(async () =>
      expect((await owner.info(shadeId))[shadeId]).toMatchObject({
        connected: true,
        state: { status: 'ready', position: position / 100 },
      }),
    )
  }
  for (let kills = 0; kills < KILLS; kills += 1) {
    const [keeper, other] = await findKeeper()
    for (const { url } of [keeper, other]) {
      server.url = url
      await isMoved()
    }
    await will(async () =>
      expect(await owner.move([{ ...door, command: 'lock' }])).toMatchObject([{ status: 'success' }]),
    )
    const before = unlocks()
    // The keeper dies while it is asked by the other instance.
    const [[answer]] = await Promise.all([owner.move([{ ...door, command: 'unlock' }]), killInstance(keeper)])
    await isMoved()
    expect(unlocks() - before).toBeLessThanOrEqual(1)
    if (answer?.status === 'success') expect(unlocks() - before).toBe(1)
    else expect(['error', 'unconfirmed']).toContain(answer?.status)
    instances = [other, await start()]
  }
}, 900_000)
