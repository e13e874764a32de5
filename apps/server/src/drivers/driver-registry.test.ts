import { expect, it, vi } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { Driver } from './driver.ts'
import { createDriverRegistry } from './driver-registry.ts'

const driverOf = (start: Driver['start']): Driver => ({
  start,
  stop: async () => {},
  execute: async () => 'completed',
})
const ask = (registry: ReturnType<typeof createDriverRegistry>, driver: string) =>
  registry
    .execute(
      { driver, address: 'one', command: { command: 'abort' } },
      { signal: new AbortController().signal },
    )
    .catch(({ code }) => code)

it('a driver that cannot start keeps neither the others nor the server, and is started again', async () => {
  const clock = createFakeClock()
  const failed = vi.fn()
  let isBroken = true
  const broken = driverOf(async (report) => {
    if (isBroken) throw new Error('no network')
    report({ kind: 'presence', address: 'one', connected: true })
  })
  const registry = createDriverRegistry({ broken, good: driverOf(async () => {}) }, { clock, failed })
  const reports: unknown[] = []
  await registry.start((driver, report) => reports.push([driver, report.kind]))
  expect([await ask(registry, 'broken'), await ask(registry, 'good')]).toEqual([
    'device_unreachable',
    'completed',
  ])
  await clock.advanceAsync(10_000)
  isBroken = false
  await clock.advanceAsync(10_000)
  expect([await ask(registry, 'broken'), reports]).toEqual(['completed', [['broken', 'presence']]])
  expect(failed.mock.calls.map(([, name]) => name)).toEqual(['broken', 'broken'])
  expect(clock.pending()).toBe(0)
})

it('a driver whose start never ends is waited for 10 s', async () => {
  const clock = createFakeClock()
  const hanging = driverOf(() => new Promise(() => {}))
  const registry = createDriverRegistry({ hanging, good: driverOf(async () => {}) }, { clock, failed() {} })
  const starting = registry.start(() => {})
  await clock.advanceAsync(10_000)
  await starting
  expect(await ask(registry, 'good')).toBe('completed')
})

it('a driver that cannot start is not started again after the end', async () => {
  const clock = createFakeClock()
  const start = vi.fn(() => Promise.reject(new Error('no network')))
  const registry = createDriverRegistry({ broken: driverOf(start) }, { clock, failed() {} })
  await registry.start(() => {})
  await registry.stop()
  await clock.advanceAsync(60_000)
  expect([start.mock.calls.length, clock.pending()]).toEqual([1, 0])
})
