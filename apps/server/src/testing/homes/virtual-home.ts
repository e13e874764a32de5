import { once } from 'node:events'
import { commandResultsSchema, type DeviceInfo, type DeviceType, errorBodySchema } from '@senca/contract'
import { createVirtualDevice, type VirtualDevice } from '@senca/simulator'
import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'
import { type CommandCall, carriedFor } from '../command-evidence.ts'
import { type Connection, createInMemoryBroker, type Passed } from '../doubles/in-memory-broker.ts'
import { createInMemorySpaces } from '../doubles/in-memory-spaces.ts'
import { createFakeClock } from '../fake-clock.ts'
import { createTestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'
import { createConfirmedClient } from './link-home.ts'

const RECONNECT_MS = 300
/** If no query runs for this many turns of the event loop, the app is idle. */
const CALM_TURNS = 8
const STEP_MS = 1_000
const KEPT_CONNECTIONS = 1
/** By this a home finds out that earlier announcements have arrived. */
const marks = createTopic('test marks', z.string())

export interface Resident {
  id: string
  type: DeviceType
  device: VirtualDevice
}

/** The whole app with virtual hardware, on one clock that only the test advances. */
export async function createVirtualHome(
  environment: Record<string, string> = {},
  { isOutside = false, hasSpaces = false }: { isOutside?: boolean; hasSpaces?: boolean } = {},
) {
  const clock = createFakeClock()
  const spaces = hasSpaces ? createInMemorySpaces(clock) : undefined
  const broker = createInMemoryBroker(clock, { isOutside, spaces })
  const app = await createTestApp({ clock, broker, environment })
  const owner = await createConfirmedClient(app)
  const log: Passed[] = []
  const calls: CommandCall[] = []
  let named = 0

  broker.onPassed((passed) => {
    log.push(passed)
    if (passed.topic !== 'command') return
    for (const call of calls) {
      if (call.carried !== null || call.answer !== null) continue
      call.carried = carriedFor(call, passed)
      if (call.carried !== null) return
    }
  })

  const pools = [app.database.pool, app.database.queuePool]
  const countQueries = () =>
    pools.reduce((sum, pool) => sum + pool.totalCount - pool.idleCount + pool.waitingCount, 0)
  let instances = 1
  // The job queue of each instance keeps one connection.
  await vi.waitFor(() => expect(countQueries()).toBe(KEPT_CONNECTIONS))

  /** Waits for everything that happens without advancing the clock. */
  const settle = async () => {
    for (let calm = 0; calm < CALM_TURNS; ) {
      await new Promise((resolve) => setImmediate(resolve))
      if (countQueries() <= KEPT_CONNECTIONS * instances) calm += 1
      else {
        calm = 0
        // Gives the database time to work.
        const released = new AbortController()
        await Promise.race(pools.map((pool) => once(pool, 'release', { signal: released.signal })))
        released.abort()
      }
    }
  }

  let markCount = 0
  const waiting = new Map<string, () => void>()
  await marks.follow(app.database, (arrived) => {
    for (const mark of arrived) {
      waiting.get(mark)?.()
      waiting.delete(mark)
    }
  })

  /** Like `settle`, and waits for what the instances notify each other of. PostgreSQL delivers announcements in their order. */
  const settleNews = async () => {
    await settle()
    markCount += 1
    const mark = String(markCount)
    const arrived = new Promise<void>((resolve) => waiting.set(mark, resolve))
    await marks.announce(app.database.db, [mark])
    await arrived
    await settle()
  }

  const pass = async (ms: number) => {
    await settle()
    for (let left = ms; left > 0; left -= STEP_MS) {
      await clock.advanceAsync(Math.min(left, STEP_MS))
      await settle()
    }
  }

  /** Connects a device to the broker as long as it has power and network. */
  const plugIn = (device: VirtualDevice, secret: string) => {
    let connection: Connection | null = null
    const connect = async () => {
      if (!device.wantsLink() || connection !== null) return
      const signIn = { clientId: device.id, username: device.id, password: secret }
      device.subscribing()
      const made = await broker.connect(signIn, (payload) => device.receive(payload))
      if (made === null || !device.wantsLink()) {
        made?.lose()
        return
      }
      connection = made
      const subscribeAgain = () => {
        device.subscribing()
        made.subscribe()
      }
      device.attach(({ topic, body }) => made.publish(`senca/${device.id}/${topic}`, body), subscribeAgain)
    }
    device.onLinkWanted((isWanted) => {
      connection?.lose()
      connection = null
      if (isWanted) clock.after(RECONNECT_MS, () => void connect())
    })
    return connect()
  }

  return {
    app,
    clock,
    owner,
    log,
    calls,
    broker,
    spaces,
    settle,
    settleNews,
    pass,
    /** Sets the number of app instances that use the database. */
    instances(count: number) {
      instances = count
    },

    /**
     * Adds a new device of the owner, connected and known to the server. Its own clock is `aheadMs` ahead of that of the server.
     */
    async moveIn(
      type: DeviceType,
      { aheadMs = 0, ...options }: { isMiswired?: boolean; aheadMs?: number } = {},
    ): Promise<Resident> {
      const [made] = await owner.provision(type)
      if (made === undefined) throw new Error('nothing was provisioned')
      named += 1
      await owner.claim(made.claimCode, `Virtual ${named}`)
      const own = { ...clock.steady, now: () => new Date(clock.steady.now().getTime() + aheadMs) }
      const device = createVirtualDevice({ id: made.id, type, clock: own, ...options })
      await plugIn(device, made.secret)
      await pass(STEP_MS)
      return { id: made.id, type, device }
    },

    /** Removes devices from the home and the clock. */
    async moveOut(residents: readonly Resident[]) {
      for (const { device } of residents) device.stop()
      await pass(STEP_MS)
      for (const { id } of residents) await owner.delete(id, true)
      await settle()
    },

    /** Sends a call and does not wait for its answer. */
    async send(client: TestClient, call: Omit<CommandCall, 'carried' | 'from' | 'until' | 'answer'>) {
      const sent: CommandCall = { ...call, carried: null, from: log.length, until: null, answer: null }
      calls.push(sent)
      const authorization = `Bearer ${await client.apiToken()}`
      const answering = app.http.inject({
        method: 'POST',
        url: `/auth/api/v1/device/${call.path}`,
        headers: { authorization, 'content-type': 'application/json' },
        payload: JSON.stringify(call.body),
      })
      void answering.then(({ statusCode, body }) => {
        sent.until = log.length
        sent.answer = { status: statusCode, body: JSON.parse(body) }
      })
      await settle()
      return sent
    },

    /** The outstanding work of the server for devices, by metric. */
    async backlog(): Promise<Record<string, number>> {
      const { body } = await app.http.inject({ url: '/metrics' })
      const lines = body.matchAll(/^(senca_(?:states|commands)_(?!total)\w+) (\d+)$/gm)
      return Object.fromEntries([...lines].map(([, name = '', value]) => [name, Number(value)]))
    },

    async info({ id }: Resident): Promise<DeviceInfo> {
      const { [id]: info } = await owner.info(id)
      if (info === undefined) throw new Error(`${id} is gone`)
      return info
    },
  }
}

export type VirtualHome = Awaited<ReturnType<typeof createVirtualHome>>

/** The answer for one device: success with the position reached, or the error. */
export function outcomeOf({ answer, deviceId, path }: CommandCall) {
  if (answer === null) throw new Error(`${path} was not answered`)
  if (answer.status !== 200)
    return { status: 'error' as const, error: errorBodySchema.parse(answer.body).error }
  if (path !== 'move' && path !== 'abort') return { status: 'success' as const }
  const results = commandResultsSchema.parse(answer.body)
  const [result] = results
  const isWhole = results.length === 1 && result?.device_ids.join() === deviceId
  if (result === undefined || !isWhole) throw new Error(`not one answer: ${JSON.stringify(results)}`)
  return result
}
