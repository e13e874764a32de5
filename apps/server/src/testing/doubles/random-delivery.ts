import { createDriverSupervisor } from '#drivers/driver-supervisor.ts'
import { createSencaDriver } from '#drivers/senca/senca-driver.ts'
import { createEndpoints, type Endpoint } from '#features/devices/registry/endpoints.ts'
import { followKept, refreshedOnLoad } from '#features/devices/registry/reach.ts'
import { createIngest } from '#features/devices/shadow/ingest.ts'
import { emptyShadow, type Shadow } from '#features/devices/shadow/shadow.ts'
import { createShadows } from '#features/devices/shadow/shadows.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { createLogger } from '#platform/logger.ts'
import type { Broker, BrokerGuard, BrokerMessage } from '#platform/mqtt/broker.ts'
import { topicMatches } from '#platform/mqtt/topic-filter.ts'
import type { Chance } from '#testing/chance.ts'
import type { FakeClock } from '#testing/fake-clock.ts'

/** The id of the device. */
export const ID = 'abcdefgh'
const logger = createLogger('silent')

/** Messages in flight. Each line keeps its order; which line delivers next is random. */
export function createLines(chance: Chance) {
  const lines = new Map<string, (() => void)[]>()
  return {
    put(line: string, arrive: () => void) {
      lines.set(line, [...(lines.get(line) ?? []), arrive])
    },
    isEmpty: () => lines.size === 0,
    async step() {
      const names = [...lines.keys()]
      const name = names[chance.below(names.length)]
      if (name === undefined) return
      const [first, ...rest] = lines.get(name) ?? []
      if (rest.length === 0) lines.delete(name)
      else lines.set(name, rest)
      first?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
type Lines = ReturnType<typeof createLines>

/** What all instances share: an external broker with its retained messages, and the database. */
export function createShared(lines: Lines, chance: Chance, lost: number) {
  const kept = new Map<string, string>()
  const readers: ((message: BrokerMessage) => void)[] = []
  const onBus: { topics: Set<string>; receive(topic: string, payload: unknown): void }[] = []
  let row = emptyShadow(ID)
  let queries = 0
  const query = <T>(run: () => T): Promise<T> =>
    new Promise((resolve) => {
      queries += 1
      const name = `query ${queries}`
      lines.put(name, () => {
        const answer = structuredClone(run())
        lines.put(name, () => resolve(answer))
      })
    })
  return {
    kept,
    readers,
    onBus,
    query,
    row: () => row,
    write(shadow: Shadow) {
      row = { ...structuredClone(shadow) }
    },
    publish(topic: string, body: object, isKept: boolean) {
      const payload = JSON.stringify(body)
      lines.put('device', () => {
        if (isKept) kept.set(topic, payload)
        const nth = chance.below(readers.length)
        if (chance.next() < lost) return
        lines.put(`ingest ${nth}`, () =>
          readers[nth]?.({ topic, payload: Buffer.from(payload), retained: false }),
        )
      })
    },
  }
}
type Shared = ReturnType<typeof createShared>

interface Surroundings {
  lines: Lines
  shared: Shared
  clock: FakeClock
  /** The messages that each instance received and sent, to analyze a failure. */
  received: string[]
}

const ENDPOINT: Endpoint = {
  driver: 'senca',
  address: ID,
  deviceId: ID,
  version: null,
  firmware: null,
  part: null,
}

export async function openInstance(nth: number, { lines, shared, clock, received }: Surroundings) {
  const local = createInProcessEventBus(logger)
  const listeners = new Map<string, number>()
  const topics = new Set<string>()
  shared.onBus.push({
    topics,
    receive: (topic, payload) => lines.put(`to ${nth}`, () => local.publish(topic, payload)),
  })
  let guard: BrokerGuard | undefined
  const toBroker = (arrive: () => void) => lines.put(`from ${nth}`, arrive)
  const bus: EventBus = {
    publish(topic, payload) {
      local.publish(topic, payload)
      const copy = JSON.parse(JSON.stringify(payload))
      toBroker(() => {
        for (const [other, { topics: wanted, receive }] of shared.onBus.entries())
          if (other !== nth && wanted.has(topic)) receive(topic, copy)
      })
    },
    subscribe(topic, listener) {
      const undo = local.subscribe(topic, listener)
      listeners.set(topic, (listeners.get(topic) ?? 0) + 1)
      toBroker(() => topics.add(topic))
      return undo
    },
    settled: () => new Promise((resolve) => toBroker(() => lines.put(`to ${nth}`, resolve))),
  }
  const filters: [string, (message: BrokerMessage) => void][] = []
  shared.readers.push((message) => {
    for (const [filter, receive] of filters) if (topicMatches(filter, message.topic)) receive(message)
  })
  const broker = {
    outside: {
      readKept(wanted: readonly string[], listener: (message: BrokerMessage) => void) {
        toBroker(() => {
          for (const topic of wanted) {
            const payload = shared.kept.get(topic)
            if (payload !== undefined)
              lines.put(`to ${nth}`, () => listener({ topic, payload: Buffer.from(payload), retained: true }))
          }
        })
        return () => {}
      },
      onBack: () => () => {},
    },
    publish: async () => {},
    subscribe: async (filter: string, listener: (message: BrokerMessage) => void) => {
      filters.push([filter, listener])
      return () => {}
    },
    guard(added: BrokerGuard) {
      guard = added
      return () => {}
    },
    disconnect() {},
  } as unknown as Broker
  const endpoints = createEndpoints({
    store: { readOf: () => shared.query(() => [ENDPOINT]), readAt: () => shared.query(() => [ENDPOINT]) },
    bus,
  })
  const fail = (error: unknown) => {
    throw error
  }
  const drivers = createDriverSupervisor(
    {
      senca: createSencaDriver({
        broker,
        bus,
        clock,
        logger,
        metrics: createMetrics(),
        maySignIn: async () => true,
        isConnected: () => false,
      }),
    },
    { clock, failed: fail },
  )
  const shadows = createShadows({
    store: {
      readMany: () => shared.query(() => [shared.row()]),
      write: (written) =>
        shared.query(() => {
          for (const shadow of written) shared.write(shadow)
          return []
        }),
      reset: async () => [],
      acceptSettings: async () => [],
      restartCounts: async () => [],
    },
    endpoints: refreshedOnLoad(endpoints, drivers.refresh),
    keepsPresence: true,
    bus,
    clock,
    failed: fail,
    readFailed: fail,
    dropped: fail,
    listenerFailed: fail,
  })
  const ingest = createIngest({
    store: {
      findMany: async () => [],
      updateStatus: async () => ({ isNoticed: false, mustForget: false }),
      markForgotten: async () => {},
    },
    endpoints,
    shadows,
    gateway: { execute: async () => {} },
    clock,
    isBeingRemoved: () => false,
    sendSettings: async () => {},
    onFactoryReset: async () => null,
    updated() {},
    failed: fail,
    offered: async () => {},
    hardwareReported() {},
    ofNoDevice() {},
    countsBeganAgain() {},
  })
  shadows.onChange(ingest.follow)
  shadows.onChange(({ shadow, event, isIngested }) => {
    received.push(`${nth} ${isIngested ? 'says' : 'hears'} ${event.kind}: ${shadow.connected}`)
  })
  shadows.start()
  await drivers.start(ingest.handle)
  const { refresh } = drivers
  followKept({ outside: { onBack: () => () => {} }, endpoints, shadows, refresh, clock })
  return { shadows, clock, guard }
}
