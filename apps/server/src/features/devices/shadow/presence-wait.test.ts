import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createPresenceWait } from './presence-wait.ts'
import { emptyShadow, type Shadow } from './shadow.ts'
import type { ShadowChange } from './shadows.ts'

const ID = 'abcdefgh'

function setUp() {
  const clock = createFakeClock()
  const listeners = new Set<(change: ShadowChange) => void>()
  let shadow: Shadow = emptyShadow(ID)
  const readAt = clock.now().getTime()
  const wait = createPresenceWait({
    clock,
    shadows: {
      peek: (id) => (id === ID ? shadow : undefined),
      readAt: (id) => (id === ID ? readAt : 0),
      onChangeOf(_id, listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  const received = (connected: boolean) => {
    const before = shadow
    shadow = { ...shadow, connected }
    const event = { kind: 'connection', endpoint: 'main', connected, at: 1 } as const
    for (const listener of [...listeners]) listener({ before, shadow, event, isIngested: false })
  }
  return { clock, wait, received, listeners }
}

/** Whether the wait has ended. */
async function isOver(waiting: Promise<void>): Promise<boolean> {
  return Promise.race([waiting.then(() => true), new Promise<boolean>((done) => setImmediate(done, false))])
}

it('of a device that was just read waits until it is reported as connected', async () => {
  const { wait, received, listeners } = setUp()
  const waiting = wait([ID, 'nobody12'])
  expect(await isOver(waiting)).toBe(false)
  received(false)
  expect(await isOver(waiting)).toBe(false)
  received(true)
  await waiting
  expect(listeners.size).toBe(0)
})

it('waits for one that is away a moment only, and later not at all', async () => {
  const { clock, wait, listeners } = setUp()
  const waiting = wait([ID])
  await clock.advanceAsync(299)
  expect(await isOver(waiting)).toBe(false)
  await clock.advanceAsync(1)
  await waiting
  expect(listeners.size).toBe(0)
  expect(await isOver(wait([ID]))).toBe(true)
})

it('waits for none that is connected', async () => {
  const { wait, received } = setUp()
  received(true)
  expect(await isOver(wait([ID]))).toBe(true)
})
