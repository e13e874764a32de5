import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { ActiveScenario } from './hold.ts'
import { createHolds } from './holds.ts'

const storm: ActiveScenario = {
  scenarioId: 'storm',
  accountId: 'anna',
  actions: [{ type: 'MoveSelfSecurity' }],
  deviceIds: ['a'],
  isHolding: true,
  firingId: 'f',
  cause: { type: 'weather', measurement: 'wind_gust', condition: 'gt', threshold: 10, value: 12 },
  since: new Date(0),
  until: null,
  isSensorSilent: false,
}

it('are read again a second later if the database could not be read when one was announced', async () => {
  const clock = createFakeClock()
  let announce = (_payload: string) => {}
  let isBroken = false
  let active: ActiveScenario[] = []
  const failures: unknown[] = []
  const holds = createHolds({
    clock,
    store: {
      async active() {
        if (isBroken) throw new Error('the database is away')
        return active
      },
      pauses: async () => new Map(),
    },
    database: {
      async listen(_channel, heard) {
        announce = heard
        return () => {}
      },
    },
    failed: (error) => void failures.push(error),
  })
  await holds.start()
  await holds.lookedAt()
  active = [storm]
  isBroken = true
  announce(JSON.stringify({ scenarioId: 'storm' }))
  await holds.settled()
  await clock.advanceAsync(1_500)
  expect([holds.isActive('storm'), failures.length]).toEqual([false, 2])

  isBroken = false
  await clock.advanceAsync(1_000)
  await holds.settled()
  expect([holds.isActive('storm'), failures.length, clock.pending()]).toEqual([true, 2, 0])
  await holds.stop()
})

it('that end together are over together, so that what is due then is not refused by one of them', async () => {
  let announce = (_payload: string) => {}
  let active: ActiveScenario[] = [storm, { ...storm, scenarioId: 'rain' }]
  const holds = createHolds({
    clock: createFakeClock(),
    store: {
      active: async (ids: readonly string[] | null = null) =>
        active.filter(({ scenarioId }) => ids === null || ids.includes(scenarioId)),
      pauses: async () => new Map(),
    },
    database: {
      async listen(_channel, heard) {
        announce = heard
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
  for (const scenarioId of ['storm', 'rain']) announce(JSON.stringify({ scenarioId }))
  await holds.settled()
  expect(seen).toEqual([[false, false]])
  await holds.stop()
})
