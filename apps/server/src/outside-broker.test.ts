import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SERVER_ROOT } from '#platform/process/server-root.ts'
import type { Mosquitto } from '#testing/doubles/mosquitto.ts'
import { connectFakeDevice, type FakeDevice, type ReceivedCommand } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import {
  createInstallation,
  INSTANCE_START_MS,
  type Installation,
  type Instance,
} from '#testing/instances.ts'
import { programOf } from '#testing/server-process.ts'
import { createTestClient, errorOf, newEmail, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket, type TestSocket } from '#testing/test-socket.ts'

/** Ten times the second within which a socket must receive a state. */
const SOON_MS = 120_000

let installation: Installation
let mosquitto: Mosquitto
let instances: Instance[]

beforeAll(async () => {
  installation = await createInstallation()
  mosquitto = installation.mosquitto
  instances = [await installation.start()]
  instances.push(await installation.start())
}, 2 * INSTANCE_START_MS)
afterAll(() => installation?.remove())

/** Moves at once and acknowledges all other commands without an effect. */
function obey(command: ReceivedCommand, device: FakeDevice) {
  device.succeed(command)
  device.report(command.command === 'move' ? { position: Number(command.position) / 100 } : {})
}

const instanceAt = (index: number): Instance => {
  const instance = instances[index]
  if (instance === undefined) throw new Error(`there is no instance ${index}`)
  return instance
}

describe('two instances with a broker outside', () => {
  let owners: [TestClient, TestClient]
  let sockets: TestSocket[]
  let home: Awaited<ReturnType<typeof moveIn>>

  beforeAll(async () => {
    owners = [createTestClient(instanceAt(0)), createTestClient(instanceAt(1))]
    const email = newEmail()
    await owners[0].ok(owners[0].register(email))
    for (const owner of owners) await owner.ok(owner.logIn(email))
    home = await moveIn({ mqtt: { host: '127.0.0.1', port: mosquitto.port } }, owners[0], 'roller_shutter', {
      session: 1,
      onCommand: obey,
    })
    sockets = [
      await openSignedInSocket(instanceAt(0), await owners[0].websocketToken()),
      await openSignedInSocket(instanceAt(1), await owners[1].websocketToken()),
    ]
  }, INSTANCE_START_MS)
  afterAll(async () => {
    for (const socket of sockets ?? []) socket.end()
    await home?.device.end()
  })

  const moveTo = (owner: TestClient, position: number) =>
    owner.move([{ token: home.id, command: 'move', position }], true)
  const receives = (socket: TestSocket, position: number) =>
    vi.waitFor(
      () =>
        expect(socket.received).toContainEqual(
          expect.objectContaining({
            subject: 'device.state_update',
            data: expect.objectContaining({ state: expect.objectContaining({ position }) }),
          }),
        ),
      { timeout: SOON_MS },
    )

  it('acknowledge commands and publish states, whichever of them reads what the device reports', async () => {
    // Mosquitto distributes reports among the instances, so with this many each instance reads results of the other one.
    for (const [nth, owner] of [owners[0], owners[1], owners[0], owners[1]].entries()) {
      const position = 10 * (nth + 1)
      expect(await moveTo(owner, position)).toMatchObject([{ status: 'success' }])
      for (const socket of sockets) await receives(socket, position / 100)
    }
  })

  it('know at both when a device goes and comes, by its last will and its status', async () => {
    const isConnected = async () =>
      Promise.all(owners.map(async (owner) => (await owner.info(home.id))[home.id]?.connected))
    home.device.cut()
    await vi.waitFor(async () => expect(await isConnected()).toEqual([false, false]))
    const back = await moveInAgain()
    await vi.waitFor(async () => expect(await isConnected()).toEqual([true, true]))
    expect(await moveTo(owners[1], 70)).toMatchObject([{ status: 'success' }])
    home = { ...home, device: back }
  })

  it('offer no keys of devices, which the plug-in does not know', async () => {
    const refused = await owners[0].api('POST', '/auth/api/v1/device/publickey/add', {
      json: { token: home.id, publicKey: 'any' },
    })
    expect([refused.status, errorOf(refused)]).toEqual([409, 'device_unsupported_action'])
  })

  it(
    'go on when one of them is killed, and a new one knows what is',
    async () => {
      instanceAt(0).child.kill('SIGKILL')
      for (const position of [15, 25, 35]) {
        await vi.waitFor(async () =>
          expect(await moveTo(owners[1], position)).toMatchObject([{ status: 'success' }]),
        )
        const second = sockets[1]
        if (second !== undefined) await receives(second, position / 100)
      }
      instances.push(await installation.start())
      const owner = createTestClient(instanceAt(2))
      owner.setCookie(owners[1].cookie())
      await vi.waitFor(async () =>
        expect((await owner.info(home.id))[home.id]).toMatchObject({
          connected: true,
          state: { position: 0.35 },
        }),
      )
      expect(await moveTo(owner, 45)).toMatchObject([{ status: 'success' }])
    },
    2 * INSTANCE_START_MS,
  )

  it(
    'answer device_unreachable while the broker is away, and are back by themselves',
    async () => {
      const healthOf = async ({ url }: Instance) => {
        const answer = await fetch(`${url}/healthz`)
        return [answer.status, await answer.json()]
      }
      await mosquitto.kill()
      await vi.waitFor(async () =>
        expect(await moveTo(owners[1], 50)).toMatchObject([{ status: 'error', error: 'device_unreachable' }]),
      )
      // The broker is away for all instances, so the load balancer must keep those that run.
      expect(await healthOf(instanceAt(1))).toEqual([200, { status: 'ok' }])
      const late = await installation.start()
      expect(await healthOf(late)).toEqual([503, { status: 'unavailable', waitingFor: ['broker'] }])
      await mosquitto.start()
      await vi.waitFor(async () => expect(await healthOf(late)).toEqual([200, { status: 'ok' }]), {
        timeout: INSTANCE_START_MS,
        interval: 100,
      })
      home = { ...home, device: await moveInAgain() }
      await vi.waitFor(async () => expect(await moveTo(owners[1], 55)).toMatchObject([{ status: 'success' }]))
      const ended = once(late.child, 'exit')
      late.child.kill('SIGKILL')
      await ended
    },
    3 * INSTANCE_START_MS,
  )

  it('know what devices reported and which have disconnected while all instances were down', async () => {
    const mqtt = { host: '127.0.0.1', port: mosquitto.port }
    const other = await moveIn({ mqtt }, owners[1], 'awning')
    for (const { child } of instances) child.kill('SIGKILL')
    home.device.report({ position: 0.9 })
    other.device.cut()
    instances.push(await installation.start())
    const owner = createTestClient(instanceAt(3))
    owner.setCookie(owners[1].cookie())
    await vi.waitFor(async () => {
      const infos = await owner.info(home.id, other.id)
      expect(infos[home.id]).toMatchObject({ connected: true, state: { position: 0.9 } })
      expect(infos[other.id]).toMatchObject({ connected: false })
    })
    expect(await moveTo(owner, 80)).toMatchObject([{ status: 'success' }])
  }, 240_000)

  it(
    'are compared with the logins of the broker, and make new ones',
    async () => {
      // A pooler is passed by.
      const database = {
        DATABASE_URL: 'postgres://127.0.0.1:1/pooler',
        DATABASE_LISTEN_URL: installation.database.url,
      }
      const compare = (...args: string[]) =>
        new Promise<{ code: number | null; reported: string }>((resolve) => {
          const child = spawn(process.execPath, [...programOf('broker-repair'), ...args], {
            cwd: SERVER_ROOT,
            env: { PATH: process.env.PATH, ...installation.environment, ...database },
            stdio: ['ignore', 'pipe', 'inherit'],
          })
          let reported = ''
          child.stdout.on('data', (bytes) => {
            reported += bytes
          })
          child.once('exit', (code) => resolve({ code, reported }))
        })
      // As after restoring a database from before the device was created.
      await installation.database.pool.query(
        `update endpoints set address = 'restored-1' where address = $1`,
        [home.id],
      )
      expect(await compare()).toMatchObject({
        code: 1,
        reported: expect.stringContaining('restored-1: the broker has no'),
      })
      const { code, reported } = await compare('--reissue')
      expect([code, reported]).toEqual([
        1,
        expect.stringContaining(`${home.id}: a login at the broker that is no device`),
      ])
      const [, secret = ''] = /\{"id":"restored-1","secret":"([0-9a-f]{48})"\}/.exec(reported) ?? []
      const device = await connectFakeDevice({
        mqtt: { host: '127.0.0.1', port: mosquitto.port },
        id: 'restored-1',
        secret,
        type: 'roller_shutter',
      })
      await device.end()
    },
    INSTANCE_START_MS,
  )

  const moveInAgain = () =>
    connectFakeDevice({
      mqtt: { host: '127.0.0.1', port: mosquitto.port },
      ...home,
      type: 'roller_shutter',
      totalRestarts: ++restarts,
      session: restarts,
      onCommand: obey,
    })
  let restarts = 1
})
