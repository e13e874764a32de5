import { expect, it, vi } from 'vitest'
import { createDueLoop } from '#platform/due-loop.ts'
import { readyShadow } from '#testing/drivers/example-device.ts'
import { createFakeClock, type FakeClock } from '#testing/fake-clock.ts'
import type { FirmwareOffer } from './firmware.ts'
import { createUpgradeLine } from './upgrade-line.ts'

/** A loop that finds waiting upgrades in each check. */
const loopOf = (clock: FakeClock) =>
  createDueLoop({
    clock,
    query: async () => ({ rows: [{ kind: 'upgrade queues', found: 'waiting' }] }),
    failed(error) {
      throw error
    },
  })

it('checks once at a time, however long the database takes', async () => {
  const clock = createFakeClock()
  const answers: ((homes: string[]) => void)[] = []
  const checked: string[] = []
  const loop = loopOf(clock)
  const line = createUpgradeLine({
    whenDue: loop.add,
    store: {
      homesThatWait: () => new Promise((resolve) => answers.push(resolve)),
      async lineOf(ownerId) {
        checked.push(ownerId)
        return []
      },
      async drop() {},
      async claimTurn() {
        return false
      },
      async moveBack() {},
    },
    shadows: {
      load: async () => {},
      get() {
        throw new Error('no device is in line')
      },
    },
    send: async () => null,
    offerFor: async () => null,
    clock,
    failed(error) {
      throw error
    },
  })
  loop.start()
  await clock.advanceAsync(60_000)
  expect(answers).toHaveLength(1)
  answers[0]?.(['one home'])
  await vi.waitFor(() => expect(checked).toEqual(['one home']))
  await clock.advanceAsync(5_000)
  expect(answers).toHaveLength(2)
  const stopped = line.stop()
  answers[1]?.([])
  await stopped
  await clock.advanceAsync(60_000)
  expect(answers).toHaveLength(2)
  await loop.stop()
})

it('asks the database for a few homes at once, and waits for the device of none', async () => {
  const clock = createFakeClock()
  const ids = Array.from({ length: 20 }, (_, n) => `home ${n}`)
  const waiting = {
    askedBy: null,
    isInLine: true,
    type: 'awning',
    version: '2.1.0',
    step: 'waiting',
    error: null,
    askedAt: clock.now(),
    changedAt: clock.now(),
  } as const
  const offer: FirmwareOffer = {
    type: 'awning',
    version: '2.1.0',
    sha256: 'a'.repeat(64),
    signature: 'b',
    url: 'http://127.0.0.1/firmware',
    rollout: {},
  }
  const sent: string[] = []
  let asking = 0
  let most = 0
  const ask = async <T>(answer: T): Promise<T> => {
    asking += 1
    most = Math.max(most, asking)
    await new Promise((resolve) => setImmediate(resolve))
    asking -= 1
    return answer
  }
  const loop = loopOf(clock)
  const line = createUpgradeLine({
    whenDue: loop.add,
    store: {
      homesThatWait: async () => ids,
      lineOf: (ownerId) => ask([{ ...waiting, deviceId: ownerId, ownerId }]),
      async drop() {},
      claimTurn: () => ask(true),
      async moveBack() {},
    },
    shadows: { load: async () => {}, get: () => ({ ...readyShadow, lastSeenAt: readyShadow.reportedAt }) },
    // No device ever answers.
    send({ deviceId }) {
      sent.push(deviceId)
      return new Promise(() => {})
    },
    offerFor: () => ask(offer),
    clock,
    failed(error) {
      throw error
    },
  })
  loop.start()
  await vi.waitFor(() => expect(sent.toSorted()).toEqual(ids.toSorted()))
  expect(most).toBeLessThanOrEqual(4)
  await line.stop()
  await loop.stop()
})
