import { expect, it, vi } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createUpgradeLine } from './upgrade-line.ts'

it('looks once at a time, however long the database takes', async () => {
  const clock = createFakeClock()
  const answers: ((homes: string[]) => void)[] = []
  const looked: string[] = []
  const line = createUpgradeLine({
    store: {
      homesThatWait: () => new Promise((resolve) => answers.push(resolve)),
      async lineOf(ownerId) {
        looked.push(ownerId)
        return []
      },
      async drop() {},
      async takeTurn() {
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
  line.start()
  clock.advance(3_600_000)
  expect(answers).toHaveLength(1)
  answers[0]?.(['one home'])
  await vi.waitFor(() => expect(looked).toEqual(['one home']))
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  line.stop()
  answers[1]?.([])
  clock.advance(3_600_000)
  expect(answers).toHaveLength(2)
})
