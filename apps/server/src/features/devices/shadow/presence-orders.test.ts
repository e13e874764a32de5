import { expect, it } from 'vitest'
import { createDriverRegistry } from '#drivers/driver-registry.ts'
import { createSencaDriver } from '#drivers/senca/senca-driver.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { createLogger } from '#platform/logger.ts'
import type { Broker, BrokerGuard, BrokerMessage } from '#platform/mqtt/broker.ts'
import { topicMatches } from '#platform/mqtt/topic-filter.ts'
import { createFakeClock, type FakeClock } from '#testing/fake-clock.ts'
import { createEndpoints, type Endpoint } from '../registry/endpoints.ts'
import { followKept, refreshedOnLoad } from '../registry/reach.ts'
import { createIngest } from './ingest.ts'
import { emptyShadow, type Shadow } from './shadow.ts'
import { createShadows } from './shadows.ts'

const ID = 'abcdefgh'
/** On an idle machine this takes two seconds. */
const WITHIN_MS = 120_000
const logger = createLogger('silent')

/** Mulberry32 (Tommy Ettinger). */
function createChance(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, below: (count: number) => Math.floor(next() * count) }
}

/** Messages in flight. Each line keeps its order; which line delivers next is random. */
function createLines(chance: ReturnType<typeof createChance>) {
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
function createShared(lines: Lines, chance: ReturnType<typeof createChance>, lost: number) {
  const kept = new Map<string, string>()
  const readers: ((message: BrokerMessage) => void)[] = []
  const onBus: { topics: Set<string>; hear(topic: string, payload: unknown): void }[] = []
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
  heard: string[]
}

const ENDPOINT: Endpoint = { driver: 'senca', address: ID, deviceId: ID, version: null, firmware: null }

async function openInstance(nth: number, { lines, shared, clock, heard }: Surroundings) {
  const local = createInProcessEventBus(logger)
  const listeners = new Map<string, number>()
  const topics = new Set<string>()
  shared.onBus.push({
    topics,
    hear: (topic, payload) => lines.put(`to ${nth}`, () => local.publish(topic, payload)),
  })
  let guard: BrokerGuard | undefined
  const toBroker = (arrive: () => void) => lines.put(`from ${nth}`, arrive)
  const bus: EventBus = {
    publish(topic, payload) {
      local.publish(topic, payload)
      const copy = JSON.parse(JSON.stringify(payload))
      toBroker(() => {
        for (const [other, { topics: wanted, hear }] of shared.onBus.entries())
          if (other !== nth && wanted.has(topic)) hear(topic, copy)
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
    for (const [filter, hear] of filters) if (topicMatches(filter, message.topic)) hear(message)
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
  const registry = createDriverRegistry({
    senca: createSencaDriver({
      broker,
      bus,
      clock,
      logger,
      metrics: createMetrics(),
      maySignIn: async () => true,
      isConnected: () => false,
    }),
  })
  const shadows = createShadows({
    store: {
      readMany: () => shared.query(() => [shared.row()]),
      write: (written) =>
        shared.query(() => {
          for (const shadow of written) shared.write(shadow)
          return []
        }),
    },
    endpoints: refreshedOnLoad(endpoints, registry.refresh),
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
      updateStatus: async () => ({ rowVersions: [], isNoticed: false, mustForget: false }),
      markForgotten: async () => [],
    },
    endpoints,
    shadowStore: { restartCounts: async () => [] },
    shadows,
    driver: { execute: async () => 'acknowledged' },
    clock,
    isBeingRemoved: () => false,
    takeSettings: async () => {},
    onFactoryReset: async () => null,
    updated() {},
    failed: fail,
    offered: async () => {},
    hardwareTold() {},
    ofNoDevice() {},
    countsBeganAgain() {},
  })
  shadows.onChange(ingest.follow)
  shadows.onChange(({ shadow, event, isIngested }) => {
    heard.push(`${nth} ${isIngested ? 'says' : 'hears'} ${event.kind}: ${shadow.connected}`)
  })
  shadows.start()
  await registry.start(ingest.handle)
  const { refresh } = registry
  followKept({ outside: { onBack: () => () => {} }, endpoints, shadows, refresh, clock })
  return { shadows, clock, guard }
}

interface Circumstances {
  /** Whether the device counts its connections. */
  isCounted?: boolean
  /** How far the clock of the second instance is ahead, in milliseconds. */
  aheadMs?: number
  /** The share of messages that are lost, 0..1. */
  lost?: number
  /** Whether the broker also reports the ends of connections. */
  isTold?: boolean
  /** Whether both instances need the device until the end, as for a socket. */
  isHeld?: boolean
  minutes?: number
}

const START = new Date('2026-06-21T10:00:00.000Z')

async function run(
  seed: number,
  { isCounted = true, aheadMs = 0, lost = 0, isTold = false, isHeld = false, minutes = 0 }: Circumstances,
) {
  const chance = createChance(seed)
  const lines = createLines(chance)
  const shared = createShared(lines, chance, lost)
  const heard: string[] = []
  const clocks = [createFakeClock(START), createFakeClock(new Date(START.getTime() + aheadMs))] as const
  const advance = async (ms: number) => {
    for (const clock of clocks) await clock.advanceAsync(ms)
  }
  const instances = [
    await openInstance(0, { lines, shared, clock: clocks[0], heard }),
    await openInstance(1, { lines, shared, clock: clocks[1], heard }),
  ]
  let session = 0
  let counts = 0
  const counted = () => (isCounted ? { session } : {})
  const comes = () => {
    session += 1
    shared.publish(`senca/${ID}/status`, { connected: true, ...counted(), type: 'awning' }, true)
    says()
  }
  const says = () => {
    counts += 1
    const state = { status: 'ready', position: 50, totalRestarts: session, totalStateUpdates: counts }
    shared.publish(`senca/${ID}/state`, state, true)
  }
  const goes = () => {
    shared.publish(`senca/${ID}/status`, { connected: false, ...counted() }, true)
    if (!isTold) return
    const endedAt = clocks[0].now()
    lines.put('device', () =>
      lines.put('hook', () => instances[chance.below(2)]?.guard?.disconnected(ID, endedAt)),
    )
  }
  const comesAgain = () => {
    goes()
    comes()
  }
  const waits: Promise<unknown>[] = []
  const script: (() => void)[] = [comes]
  const length = chance.below(4)
  for (let n = 0; n < length; n += 1) script.push(chance.next() < 0.5 ? says : comesAgain)
  if (chance.next() < 0.3) script.push(goes)
  const loads = instances.map(
    ({ shadows }) =>
      () =>
        void waits.push(shadows.load([ID])),
  )
  for (const load of loads) if (chance.next() < 0.7) script.splice(chance.below(script.length + 1), 0, load)
  while (script.length > 0 || !lines.isEmpty()) {
    if (script.length > 0 && (lines.isEmpty() || chance.next() < 0.15)) script.shift()?.()
    else await lines.step()
    await advance(chance.below(5))
  }
  const settle = async () => {
    for (let n = 0; n < 3; n += 1) {
      await advance(1_000)
      while (!lines.isEmpty()) await lines.step()
    }
  }
  await settle()
  for (const load of loads) load()
  if (isHeld) for (const { shadows } of instances) shadows.hold([ID])
  await settle()
  for (let n = 0; n < 2 * minutes; n += 1) {
    await advance(30_000)
    while (!lines.isEmpty()) await lines.step()
  }
  await settle()
  await Promise.all(waits)
  const known = instances.map(({ shadows }) => shadows.peek(ID)?.connected)
  const isHere = JSON.parse(shared.kept.get(`senca/${ID}/status`) ?? '{}').connected
  for (const { shadows } of instances) await Promise.race([shadows.stop(), settle()])
  return { isHere, known, heard }
}

it.each<[string, number, Circumstances]>([
  ['', 100, {}],
  [' where their clocks differ', 25, { aheadMs: 2_000 }],
  [' where the other clock differs', 25, { aheadMs: -2_000 }],
  [' where the broker tells of ends too', 25, { isTold: true, aheadMs: 1_000 }],
])(
  'in every order%s both instances know whether a device is connected',
  async (_name, runs, circumstances) => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const { isHere, known, heard } = await run(seed, circumstances)
      expect(known, `seed ${seed}: ${heard.join(', ')}`).toEqual([isHere, isHere])
    }
  },
)

it.each<[string, Circumstances]>([
  ['where messages are lost', { lost: 0.3, minutes: 1 }],
  ['where it does not count its connections', { isCounted: false, minutes: 1 }],
])(
  'a device that is here is known to be within a minute, also %s',
  async (_name, circumstances) => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const { isHere, known, heard } = await run(seed, circumstances)
      if (isHere) expect(known, `seed ${seed}: ${heard.join(', ')}`).toEqual([true, true])
    }
  },
  WITHIN_MS,
)

it.each<[string, Circumstances]>([
  ['', {}],
  [' and it does not count its connections', { isCounted: false }],
])(
  'a device whose last will is lost%s is known to be away within ten minutes',
  async (_name, circumstances) => {
    let away = 0
    for (let seed = 1; seed <= 50; seed += 1) {
      const { isHere, known, heard } = await run(seed, {
        ...circumstances,
        lost: 0.3,
        isHeld: true,
        minutes: 10,
      })
      expect(known, `seed ${seed}: ${heard.join(', ')}`).toEqual([isHere, isHere])
      if (!isHere) away += 1
    }
    expect(away).toBeGreaterThan(0)
  },
  WITHIN_MS,
)

it('a device that nobody needs is dropped by both, although its retained messages are read again', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const { known, heard } = await run(seed, { minutes: 25 })
    expect(known, `seed ${seed}: ${heard.join(', ')}`).toEqual([undefined, undefined])
  }
})
