import { expect, it } from 'vitest'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createLogger } from '#platform/logger.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { emptyShadow } from './shadow.ts'
import { createShadows } from './shadows.ts'

const ID = 'abcdefgh'

async function setUp() {
  const failures: unknown[] = []
  const shadows = createShadows({
    store: {
      async *readAll() {
        yield emptyShadow(ID)
      },
      write: async () => [],
    },
    bus: createInProcessEventBus(createLogger('silent')),
    clock: createFakeClock(),
    failed: (error) => failures.push(error),
    dropped: (error) => failures.push(error),
    listenerFailed: (error) => failures.push(error),
  })
  await shadows.start()
  return { shadows, failures }
}

it('a listener that throws keeps no other from what follows, nor the state from being written', async () => {
  const { shadows, failures } = await setUp()
  const heard: string[] = []
  const broken = new Error('broken')
  const fail = () => {
    throw broken
  }
  shadows.onChange(fail)
  shadows.onChange(() => heard.push('all'))
  shadows.onChangeOf(ID, fail)
  shadows.onChangeOf(ID, () => heard.push('one'))
  const state = { status: 'ready', position: 0.5 } as const
  expect(shadows.record(ID, { kind: 'report', endpoint: 'a', state, at: 1 })).toBe(true)
  expect(heard).toEqual(['all', 'one'])
  expect(failures).toEqual([broken, broken])
  expect(shadows.countUnwritten()).toBe(1)
  await shadows.stop()
})
