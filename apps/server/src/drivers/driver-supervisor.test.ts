import { expect, it, vi } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { DriverHost, HardwareDriver } from './driver.ts'
import { createDriverSupervisor } from './driver-supervisor.ts'

const driverOf = (start: HardwareDriver['start'], stop: HardwareDriver['stop'] = async () => {}) => ({
  start,
  stop,
  describe: () =>
    ({ confirmation: 'acknowledged', motion: 'reported', expires: true, tolerance: 0.02 }) as const,
  execute: async () => {},
})
const presence = { kind: 'presence', address: 'one', connected: true } as const

function setUp(drivers: Record<string, HardwareDriver>) {
  const clock = createFakeClock()
  const failures: [string, number][] = []
  const reports: string[] = []
  const supervisor = createDriverSupervisor(drivers, {
    clock,
    failed: (_error, name, retryMs) => failures.push([name, retryMs / 1_000]),
  })
  const start = () => supervisor.start((driver, { kind }) => reports.push(`${driver} ${kind}`))
  const running = () => Object.fromEntries(supervisor.running())
  return { clock, supervisor, failures, reports, start, running }
}

it('a driver that cannot start stops neither the others nor the server, and is started again with a growing delay', async () => {
  let isBroken = true
  const start = vi.fn(async ({ report }: DriverHost) => {
    if (isBroken) throw new Error('no network')
    report(presence)
  })
  const stop = vi.fn(async () => {})
  const home = setUp({
    broken: driverOf(start, stop),
    good: driverOf(async ({ report }) => report(presence)),
  })
  await home.start()
  expect(home.running()).toEqual({ broken: 0, good: 1 })
  expect([home.supervisor.hasFailed('broken'), home.supervisor.hasFailed('good')]).toEqual([true, false])
  for (const seconds of [1, 2, 4, 8, 16, 32, 60]) {
    expect(home.failures.at(-1)).toEqual(['broken', seconds])
    const before = start.mock.calls.length
    await home.clock.advanceAsync(1_000 * seconds - 1)
    expect(start).toHaveBeenCalledTimes(before)
    await home.clock.advanceAsync(1)
    expect(start).toHaveBeenCalledTimes(before + 1)
  }
  expect(home.failures.at(-1)).toEqual(['broken', 60])
  // Each failed start is undone before the next one.
  expect(stop).toHaveBeenCalledTimes(start.mock.calls.length)
  expect(home.running()).toEqual({ broken: 0, good: 1 })
  isBroken = false
  await home.clock.advanceAsync(60_000)
  expect(home.running()).toEqual({ broken: 1, good: 1 })
  expect(home.reports).toEqual(['good presence', 'broken presence'])
  expect(home.clock.pending()).toBe(0)
})

it('a driver that fails while it runs is stopped and started again, sooner after it has run for a minute', async () => {
  const hosts: DriverHost[] = []
  const stop = vi.fn(async () => {})
  const home = setUp({ one: driverOf(async (host) => void hosts.push(host), stop) })
  await home.start()
  const fail = async () => {
    hosts.at(-1)?.failed(new Error('the radio is gone'))
    hosts.at(-1)?.failed(new Error('the radio is still gone'))
    await home.clock.advanceAsync(0)
  }
  await fail()
  expect([home.running(), stop.mock.calls.length]).toEqual([{ one: 0 }, 1])
  // What the ended run still reports is dropped.
  hosts[0]?.report(presence)
  await home.clock.advanceAsync(1_000)
  expect(home.running()).toEqual({ one: 1 })
  hosts[0]?.report(presence)
  hosts[0]?.failed(new Error('late'))
  expect([home.running(), home.reports]).toEqual([{ one: 1 }, []])
  await fail()
  await home.clock.advanceAsync(2_000)
  await home.clock.advanceAsync(60_000)
  await fail()
  expect(home.failures).toEqual([
    ['one', 1],
    ['one', 2],
    ['one', 1],
  ])
  await home.clock.advanceAsync(1_000)
  hosts.at(-1)?.report(presence)
  expect(home.reports).toEqual(['one presence'])
})

it('a driver whose start never ends is waited for 10 s', async () => {
  const home = setUp({ hanging: driverOf(() => new Promise(() => {})), good: driverOf(async () => {}) })
  const starting = home.start()
  await home.clock.advanceAsync(10_000)
  await starting
  expect(home.running()).toEqual({ hanging: 0, good: 1 })
})

it('a driver that has failed is not started again after the end', async () => {
  const start = vi.fn(() => Promise.reject(new Error('no network')))
  const home = setUp({ broken: driverOf(start) })
  await home.start()
  await home.supervisor.stop()
  await home.clock.advanceAsync(120_000)
  expect([start.mock.calls.length, home.clock.pending()]).toEqual([1, 0])
})
