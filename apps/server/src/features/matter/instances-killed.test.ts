import { execFileSync } from 'node:child_process'
import { discoveryListSchema } from '@senca/contract/discovery'
import { matterCommissioningSchema, matterNodesSchema } from '@senca/contract/matter'
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

type Device = typeof device

async function begin(owner: TestClient, { qrCode }: Device): Promise<string> {
  const json = { code: qrCode, allowUncertified: true }
  const answer = await owner.ok(owner.api('POST', `${API}/matter/commission`, { json }))
  return Object(answer).commissioningId
}
const progressOf = async (owner: TestClient, id: string) =>
  matterCommissioningSchema.parse(await owner.ok(owner.api('GET', `${API}/matter/commission?id=${id}`)))
const endOf = (owner: TestClient, id: string) =>
  will(async () => {
    const progress = await progressOf(owner, id)
    expect(['done', 'failed']).toContain(progress.status)
    return progress
  })
const nodesOf = async (owner: TestClient) =>
  matterNodesSchema.parse(await owner.ok(owner.api('GET', `${API}/matter/nodes`)))

/** How many controllers a device knows, as it says itself. */
const fabricsOf = (of: Device) =>
  will(() => {
    of.instruct({ do: 'fabrics' })
    const found = of.messages.findLast(({ fabrics }) => fabrics !== undefined)
    if (found === undefined) throw new Error('the device has not answered')
    return found.fabrics
  })

const unlocks = () => device.messages.filter(({ lockState }) => lockState === 2).length

it('[HW32] after kill -9 of the instance that controls a node, the other one does, and a door is unlocked at most once', async () => {
  const [at] = instances
  if (at === undefined) throw new Error('no instance runs')
  const server = { url: at.url, database: installation.database }
  const owner = await createConfirmedClient(server)
  expect(await endOf(owner, await begin(owner, device))).toMatchObject({ status: 'done' })
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

it.each([
  ['looks for', 3_841, ['searching', 'pairing']],
  ['pairs', 3_842, ['pairing']],
] as const)(
  '[HW32] after kill -9 of the instance that %s a device, the other one ends that, and the device is added once',
  async (_what, discriminator, statuses) => {
    const [at, other] = instances
    if (at === undefined || other === undefined) throw new Error('two instances have to run')
    // Devices have the same port.
    await device.stop()
    device = await network.startDevice(discriminator)
    const added = device
    const server = { url: at.url, database: installation.database }
    const owner = await createConfirmedClient(server)
    const id = await begin(owner, added)
    await will(async () => expect(statuses).toContain((await progressOf(owner, id)).status))
    await killInstance(at)
    server.url = other.url
    const end = await endOf(owner, id)
    if (end.status === 'failed') {
      expect(end.reason).toBe('no_process')
      expect(await nodesOf(owner)).toEqual([])
      // A device that was being paired takes nobody else until the time of that is up.
      await will(async () =>
        expect(await endOf(owner, await begin(owner, added))).toMatchObject({ status: 'done' }),
      )
    }
    await will(async () => expect(await nodesOf(owner)).toMatchObject([{ vendor: 'Acme', online: true }]))
    expect(await fabricsOf(added)).toBe(1)
    instances = [other, await start()]
  },
  1_200_000,
)
