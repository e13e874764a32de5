import { expect, it } from 'vitest'
import { createDueLoop } from '#platform/due-loop.ts'
import { createFakeClock, type FakeClock } from '#testing/fake-clock.ts'
import type { ActiveScenario } from './hold.ts'
import { createHolds } from './holds.ts'

const storm: ActiveScenario = {
  scenarioId: 'storm',
  accountId: 'anna',
  actions: [{ type: 'MoveSelfSecurity' }],
  deviceIds: ['a'],
  isHolding: true,
  isShared: false,
  firingId: 'f',
  cause: { type: 'weather', measurement: 'wind_gust', condition: 'gt', threshold: 10, value: 12 },
  since: new Date(0),
  until: null,
  isSensorSilent: false,
  release: null,
}

/** Looks each second at what `overview` returns, like the database. */
const loopOf = (clock: FakeClock, overview: () => unknown) =>
  createDueLoop({
    clock,
    query: async () => ({ rows: [{ kind: 'holds', found: JSON.stringify(overview()) }] }),
    failed: (error) => {
      throw error
    },
  })

it('are read again a second later if the database could not be read when one was announced', async () => {
  const clock = createFakeClock()
  let announce: (items: unknown[]) => unknown = () => {}
  let isBroken = false
  let active: ActiveScenario[] = []
  const failures: unknown[] = []
  const loop = loopOf(clock, () => active)
  const holds = createHolds({
    clock,
    whenDue: loop.add,
    store: {
      async active() {
        if (isBroken) throw new Error('the database is away')
        return active
      },
      overview: async () => ({
        versions: new Map(active.map(({ scenarioId }) => [scenarioId, '1'])),
        pauses: new Map(),
      }),
      pauses: async () => new Map(),
    },
    database: {
      async follow(_topic, received) {
        announce = received
        return () => {}
      },
    },
    failed: (error) => void failures.push(error),
  })
  await holds.start()
  await holds.caughtUp()
  loop.start()
  await clock.advanceAsync(0)
  active = [storm]
  isBroken = true
  await announce([{ scenarioId: 'storm' }])
  await clock.advanceAsync(1_500)
  expect([holds.isActive('storm'), failures.length]).toEqual([false, 2])

  isBroken = false
  await clock.advanceAsync(1_000)
  expect([holds.isActive('storm'), failures.length]).toEqual([true, 2])
  await loop.stop()
  await holds.stop()
  expect(clock.pending()).toBe(0)
})

it('are found within a second if nobody announced them, and their listeners are called once [WS3]', async () => {
  const clock = createFakeClock()
  let active: ActiveScenario[] = []
  let paused = new Map<string, Date>()
  const loop = loopOf(clock, () => [active, [...paused]])
  const holds = createHolds({
    clock,
    whenDue: loop.add,
    store: {
      active: async () => active,
      overview: async () => ({
        versions: new Map(active.map(({ scenarioId }) => [scenarioId, '1'])),
        pauses: paused,
      }),
      pauses: async () => paused,
    },
    database: { follow: async () => () => {} },
    failed: (error) => {
      throw error
    },
  })
  await holds.start()
  await holds.caughtUp()
  loop.start()
  await clock.advanceAsync(0)
  const changed: (readonly string[])[] = []
  holds.onChange((deviceIds) => void changed.push(deviceIds))
  active = [storm]
  await clock.advanceAsync(1_000)
  expect([holds.isActive('storm'), changed]).toEqual([true, [['a']]])
  paused = new Map([['b', new Date(clock.now().getTime() + 60_000)]])
  await clock.advanceAsync(2_000)
  expect(changed).toEqual([['a'], ['b']])
  active = []
  await clock.advanceAsync(1_000)
  expect([holds.isActive('storm'), changed]).toEqual([false, [['a'], ['b'], ['a']]])
  await holds.stop()
})

it('that end together are over together, so that what is due then is not refused by one of them', async () => {
  let announce: (items: unknown[]) => unknown = () => {}
  let active: ActiveScenario[] = [storm, { ...storm, scenarioId: 'rain' }]
  const clock = createFakeClock()
  const holds = createHolds({
    clock,
    whenDue: loopOf(clock, () => active).add,
    store: {
      active: async (ids: readonly string[] | null = null) =>
        active.filter(({ scenarioId }) => ids === null || ids.includes(scenarioId)),
      overview: async () => ({
        versions: new Map(active.map(({ scenarioId }) => [scenarioId, '1'])),
        pauses: new Map(),
      }),
      pauses: async () => new Map(),
    },
    database: {
      async follow(_topic, received) {
        announce = received
        return () => {}
      },
    },
    failed: (error) => {
      throw error
    },
  })
  await holds.start()
  const seen: boolean[][] = []
  holds.onChange(() => void seen.push([holds.isActive('storm'), holds.isActive('rain')]))
  active = []
  await Promise.all(['storm', 'rain'].map((scenarioId) => announce([{ scenarioId }])))
  expect(seen).toEqual([[false, false]])
  await holds.stop()
})
