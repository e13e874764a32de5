import { describe, expect, it, vi } from 'vitest'
import type { ShadowChange } from '#features/devices/index.ts'
import { exampleDevice, unseenShadow } from '#testing/drivers/example-device.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createFiringRunner } from './firing-runner.ts'
import type { FiringStore } from './firings.store.ts'

/** A runner with this many connected devices that never come to rest. */
function runnerOf(count: number) {
  const clock = createFakeClock()
  const ids = Array.from({ length: count }, (_, n) => `device-${n}`)
  const asked: string[] = []
  const marked: string[] = []
  const received = new Set<string>()
  const shadowOf = (deviceId: string) => ({
    ...unseenShadow,
    deviceId,
    connected: true,
    lastSeenAt: clock.now(),
    reportedAt: received.has(deviceId) ? clock.now() : null,
  })
  const store = {
    take: async (deviceIds: readonly string[]) =>
      deviceIds.map((deviceId) => {
        marked.push(deviceId)
        return {
          firingId: 'firing',
          deviceId,
          scenarioId: 'scenario',
          accountId: 'account',
          name: 'Morning',
          actions: [{ type: 'MoveSelf' as const, position: 1 }],
        }
      }),
    finish: async () => {},
  } as unknown as FiringStore
  const runner = createFiringRunner({
    store,
    clock,
    commands: {
      apply: async (_actor, [deviceId = '']) => {
        asked.push(deviceId)
        return new Promise(() => {})
      },
      stop: async () => [],
      movesOf: () => [],
    },
    shadows: { get: shadowOf, peek: shadowOf, hold: () => () => {} },
    lookup: async (wanted) => wanted.map((id) => ({ ...exampleDevice, id, type: 'awning' as const })),
    mayActLate: () => false,
    safety: { moveOf: () => ({ kind: 'free' }), began: () => {}, ended: () => {} },
    failed: (error) => {
      throw error
    },
  })
  const report = (deviceId: string) => {
    received.add(deviceId)
    runner.received({
      shadow: shadowOf(deviceId),
      before: shadowOf(deviceId),
      event: { kind: 'report', endpoint: 'main', state: {}, at: 0 },
      isIngested: true,
    } as ShadowChange)
  }
  return { runner, clock, ids, asked, marked, report }
}

describe('firings that leave', () => {
  it('do not wait for each other: a thousand are on their way within five seconds', async () => {
    const { runner, clock, ids, asked, report } = runnerOf(1_000)
    for (const id of ids) report(id)
    runner.waitFor(ids)
    void runner.run()
    for (let ms = 0; ms < 4_500; ms += 10) {
      // The commands are spread evenly, so that commands of other people do not wait behind hundreds of them.
      expect(asked.length).toBeLessThanOrEqual(8 + ms / 4)
      await clock.advanceAsync(10)
    }
    expect(asked).toHaveLength(1_000)
    expect(new Set(asked).size).toBe(1_000)
  })

  it('wait for the first report of their device since it connected', async () => {
    const { runner, ids, asked, marked, report } = runnerOf(2)
    runner.waitFor(ids)
    await runner.run()
    expect(marked).toEqual([])
    report('device-1')
    await vi.waitFor(() => expect(asked).toEqual(['device-1']))
    runner.received({
      shadow: { ...unseenShadow, deviceId: 'device-0', connected: false },
      before: { ...unseenShadow, deviceId: 'device-0' },
      event: { kind: 'connection', endpoint: 'main', connected: false, at: 0 },
      isIngested: true,
    })
    await runner.run()
    expect(asked).toEqual(['device-1'])
  })
})
