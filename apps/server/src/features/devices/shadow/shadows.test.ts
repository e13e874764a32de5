import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, it, vi } from 'vitest'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createLogger } from '#platform/logger.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { emptyShadow, type Shadow, type ShadowEvent } from './shadow.ts'
import { createShadows } from './shadows.ts'

const ID = 'abcdefgh'
const MINUTE_MS = 60_000

const at = (position: number): ShadowEvent => ({
  kind: 'report',
  endpoint: 'main',
  order: { totalRestarts: 1, totalStateUpdates: Math.round(position * 100) },
  state: { status: 'ready', position },
  at: 1_000,
})

/** A fake database with one device. A read can be delayed or can fail. */
function createRows() {
  const rows = new Map<string, Shadow>([[ID, emptyShadow(ID)]])
  return {
    rows,
    readings: 0,
    gate: Promise.resolve() as Promise<unknown>,
    async readMany(ids: readonly string[]) {
      this.readings += 1
      const found = ids.flatMap((id) => rows.get(id) ?? [])
      await this.gate
      return found
    },
    async write(shadows: readonly Shadow[]) {
      for (const shadow of shadows) rows.set(shadow.deviceId, { ...shadow, endpoints: shadow.endpoints })
      return []
    },
  }
}

function setUp({
  store = createRows(),
  bus = createInProcessEventBus(createLogger('silent')),
  clock = createFakeClock(),
} = {}) {
  const failures: unknown[] = []
  const fail = (error: unknown) => void failures.push(error)
  const shadows = createShadows({
    store: {
      readMany: (ids) => store.readMany(ids),
      write: store.write,
      reset: async (_queries, ids) => ids.map((deviceId) => ({ deviceId, generation: 1 })),
      acceptSettings: async () => [],
      restartCounts: async () => [],
    },
    endpoints: { load: async () => {}, drop() {} },
    bus,
    clock,
    failed: fail,
    readFailed: fail,
    dropped: fail,
    listenerFailed: fail,
  })
  shadows.start()
  return { shadows, failures, store, bus, clock }
}

it('a listener that throws does not block other listeners, nor the writing of the state', async () => {
  const { shadows, failures } = setUp()
  await shadows.load([ID])
  const received: string[] = []
  const broken = new Error('broken')
  const fail = () => {
    throw broken
  }
  shadows.onChange(fail)
  shadows.onChange(() => received.push('all'))
  shadows.onChangeOf(ID, fail)
  shadows.onChangeOf(ID, () => received.push('one'))
  expect(shadows.record(ID, at(0.5))).toBe(true)
  expect(received).toEqual(['all', 'one'])
  expect(failures).toEqual([broken, broken])
  expect(shadows.countUnwritten()).toBe(1)
  await shadows.stop()
})

it('is never written as it was with the version of its reset row: the reset comes first', async () => {
  const { shadows } = setUp()
  await shadows.load([ID])
  shadows.record(ID, at(0.5))
  const seen: unknown[] = []
  shadows.onChange(({ shadow: { fields, generation } }) => seen.push([fields.position, generation]))
  // What is left for the commit is called at once outside of a transaction.
  await shadows.reset(drizzle.mock(), [ID], { kind: 'forgotten' })
  expect(seen).toEqual([
    [undefined, 0],
    [undefined, 1],
  ])
  await shadows.stop()
})

it('is read when it is needed and dropped after ten quiet minutes, once it is written', async () => {
  const { shadows, store, clock } = setUp()
  expect(() => shadows.get(ID)).toThrow('before it is loaded')
  await shadows.load([ID, 'nobody12'])
  expect(shadows.countHeld()).toBe(1)
  await clock.advanceAsync(9 * MINUTE_MS)
  shadows.record(ID, at(0.5))
  await clock.advanceAsync(9 * MINUTE_MS)
  expect(shadows.get(ID).fields.position).toBe(0.5)
  await clock.advanceAsync(10 * MINUTE_MS)
  expect(shadows.countHeld()).toBe(0)
  await shadows.load([ID])
  expect(shadows.get(ID).fields.position).toBe(0.5)
  expect(store.readings).toBe(2)
  await shadows.stop()
})

it('stays while it is held or connected', async () => {
  const { shadows, clock } = setUp()
  const release = shadows.hold([ID])
  await shadows.load([ID])
  await clock.advanceAsync(30 * MINUTE_MS)
  expect(shadows.countHeld()).toBe(1)
  const connection = { kind: 'connection', endpoint: 'main', at: 1 } as const
  shadows.record(ID, { ...connection, connected: true })
  release()
  await clock.advanceAsync(30 * MINUTE_MS)
  expect(shadows.countConnected()).toBe(1)
  shadows.record(ID, { ...connection, connected: false })
  await clock.advanceAsync(30 * MINUTE_MS)
  expect(shadows.countHeld()).toBe(0)
  await shadows.stop()
})

it('events that arrive before the shadow is read are applied afterwards in order, also where reading fails at first', async () => {
  const { shadows, store, clock, failures } = setUp()
  store.gate = Promise.reject(new Error('away'))
  store.gate.catch(() => {})
  const positions: unknown[] = []
  shadows.onChange(({ shadow }) => positions.push(shadow.fields.position))
  for (const position of [0.1, 0.2, 0.3]) expect(shadows.record(ID, at(position))).toBe(false)
  await vi.waitFor(() => expect(failures).toHaveLength(1))
  store.gate = Promise.resolve()
  await clock.advanceAsync(2_000)
  expect(positions).toEqual([0.1, 0.2, 0.3])
  await shadows.stop()
})

it('an instance that loads a shadow receives what the other instance has not written yet', async () => {
  const one = setUp()
  await one.shadows.load([ID])
  one.shadows.record(ID, at(0.4))
  const two = setUp({ store: createRows(), bus: one.bus, clock: one.clock })
  let read = () => {}
  two.store.gate = new Promise<void>((resolve) => {
    read = resolve
  })
  const loading = two.shadows.load([ID])
  one.shadows.record(ID, at(0.5))
  read()
  await loading
  expect(two.shadows.get(ID)).toMatchObject({ fields: { position: 0.5 }, counts: { totalStateUpdates: 50 } })
  expect(two.shadows.countUnwritten()).toBe(0)
  // An older report changes nothing.
  two.shadows.record(ID, at(0.6))
  const three = setUp({ store: createRows(), bus: one.bus, clock: one.clock })
  await three.shadows.load([ID])
  expect(three.shadows.get(ID).fields.position).toBe(0.6)
  await Promise.all([one, two, three].map(({ shadows }) => shadows.stop()))
})
