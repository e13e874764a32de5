import { expect, it } from 'vitest'
import { exampleDevice, readyShadow } from '#testing/drivers/example-device.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestMoves } from './test-moves.ts'

it('a test is not begun if a danger arises while its end is being secured', async () => {
  let isDangerous = false
  const events: unknown[] = []
  const moves = createTestMoves({
    devices: { find: async () => exampleDevice },
    rights: { followActor: () => () => {}, renew: async (actor) => actor },
    shadows: { get: () => readyShadow },
    tracker: { register: () => null, release() {}, isTakenOver: () => false, movesOf: () => [] },
    send: async ({ deviceId }) => {
      events.push('sent')
      return { deviceId, ok: true }
    },
    activity: {
      record: () => ({ acknowledged() {}, ended: (end) => void events.push(end) }),
      recordRefused() {},
    },
    checks: [() => (isDangerous ? { error: 'weather_scenario_matched' } : null)],
    clock: createFakeClock(),
    secure: async () => {
      isDangerous = true
      return { done: async () => void events.push('no longer secured') }
    },
  })
  const owner = { kind: 'account', accountId: 'anna', sessionId: 's' } as const
  await expect(moves.testMove(owner, 'abcdefgh', { direction: 'open', ms: 500 })).rejects.toMatchObject({
    code: 'weather_scenario_matched',
  })
  expect(events).toEqual([{ ok: false, error: 'weather_scenario_matched' }, 'no longer secured'])
})
