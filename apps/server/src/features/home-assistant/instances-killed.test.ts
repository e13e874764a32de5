import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createMosquitto, type Mosquitto } from '#testing/doubles/mosquitto.ts'
import { API, askBridges } from '#testing/homes/bridge-home.ts'
import { connectHome, createHomeBridge, type HomeAssistant } from '#testing/homes/home-assistant-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import {
  createInstallation,
  INSTANCE_START_MS,
  type Installation,
  type Instance,
  keeperOf,
  killInstance,
} from '#testing/instances.ts'

const WAIT_MS = 300_000
const COMMANDS = 10

let installation: Installation
let joined: Mosquitto
let instances: Instance[]
beforeAll(async () => {
  joined = await createMosquitto(async () => ['allow_anonymous true'])
  await joined.start()
  installation = await createInstallation({ LOG_LEVEL: 'error' })
  instances = [await installation.start(), await installation.start()]
}, 2 * INSTANCE_START_MS)
afterAll(async () => {
  await installation?.remove()
  await joined?.remove()
})

const will = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: WAIT_MS, interval: 50 })

const keeps = async ({ url }: Instance): Promise<boolean> =>
  /^senca_joined_brokers\{status="connected"\} 1$/m.test(await (await fetch(`${url}/metrics`)).text())

/** The instance that is connected to the joined broker, and the other one. */
const findKeeper = () => will(() => keeperOf(instances, keeps))

const countOf = (texts: readonly string[], text: string) => texts.filter((one) => one === text).length

it('[BR4] after kill -9 of the instance that announces, the other one does, once, and no command is lost or sent twice', async () => {
  const [at] = instances
  if (at === undefined) throw new Error('no instance runs')
  const server = { url: at.url, database: installation.database }
  const owner = await createConfirmedClient(server)
  await owner.ok(
    owner.api('POST', `${API}/mqtt/join`, { json: { host: '127.0.0.1', port: joined.port, tls: false } }),
  )
  const shade = await moveIn(
    { mqtt: { host: '127.0.0.1', port: installation.mosquitto.port } },
    owner,
    'roller_shutter',
    {
      state: { position: 0.5 },
      session: 1,
      onCommand(command, device) {
        device.succeed(command)
        device.report(command.command === 'move' ? { position: Number(command.position) / 100 } : {})
      },
    },
  )
  const { bridge } = await createHomeBridge(owner, [shade.id], { options: { broker: 'joined' } })
  const statusTopic = `senca-bridge/${bridge.id}/status`
  const home: HomeAssistant = await connectHome({ host: '127.0.0.1', port: joined.port }, bridge.id)
  await will(() => expect(home.payloads.get(statusTopic)).toBe('online'))
  const [key = ''] = home.keys()
  const topicOf = (path: string) => `senca-bridge/${bridge.id}/${key}/${path}`

  /** Sends positions that were not sent before, each when the one before has arrived. Each moves the shade once. */
  let asked = 10
  const commandAll = async () => {
    for (let nth = 0; nth < COMMANDS; nth += 1) {
      asked += 1
      const before = home.received.length
      const moves = shade.device.received.length
      await home.send('position/set', String(asked))
      await will(() =>
        expect(home.received.slice(before)).toContain(`${topicOf('position')} ${String(asked)}`),
      )
      expect(shade.device.received.slice(moves)).toMatchObject([{ command: 'move', position: 100 - asked }])
      expect(countOf(home.received.slice(before), `${topicOf('position')} ${String(asked)}`)).toBe(1)
    }
  }
  await commandAll()

  // Sharing is paused at the other instance [BR5].
  server.url = (await findKeeper())[1].url
  const freeze = (frozen: boolean) =>
    owner.ok(owner.api('POST', `${API}/device-link/freeze`, { json: { frozen } }))
  await freeze(true)
  await will(() => expect(home.payloads.get(statusTopic)).toBe('offline'))
  shade.device.report({ position: 0.25 })
  await freeze(false)
  await will(() =>
    expect([home.payloads.get(statusTopic), home.stateOf('position')]).toEqual(['online', '75']),
  )

  for (let kills = 0; kills < 2; kills += 1) {
    const before = home.received.length
    const moved = shade.device.received.length
    const since = () => home.received.slice(before)
    const [keeper, left] = await findKeeper()
    await killInstance(keeper)
    server.url = left.url
    await will(() => expect(since()).toContain(`${statusTopic} offline`))
    // Nobody is there for it, and nobody carries it out later.
    await home.send('position/set', '99')
    const isTaken = since().includes(`${statusTopic} online`)
    await will(() =>
      expect(since()).toEqual(
        expect.arrayContaining([`${statusTopic} online`, `${topicOf('availability')} online`]),
      ),
    )
    await commandAll()
    expect(shade.device.received.slice(moved)).toHaveLength(COMMANDS + Number(isTaken))
    expect(countOf(since(), `${statusTopic} offline`)).toBe(1)
    expect(countOf(since(), `${statusTopic} online`)).toBe(1)
    const configs = since().filter((text) => text.includes('/config {'))
    expect(configs).toHaveLength(home.configs().size)
    expect(since().filter((text) => text.includes('/refused '))).toEqual([])
    instances = [left, await installation.start()]
  }

  // It is deleted by the other instance while the one that announces dies: nothing of it stays.
  const [keeper, other] = await findKeeper()
  server.url = other.url
  const [deleted] = await Promise.all([askBridges(owner, 'delete', { id: bridge.id }), killInstance(keeper)])
  expect(deleted.status).toBe(200)
  const left = () =>
    [...home.payloads.keys()].filter((topic) => topic.includes('senca') && !topic.endsWith('/set'))
  await will(() => expect(left()).toEqual([]))
  await home.end()
  await shade.device.end()
}, 600_000)
