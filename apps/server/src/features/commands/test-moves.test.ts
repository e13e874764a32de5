import { expect, it } from 'vitest'
import { exampleDevice, readyShadow } from '#testing/drivers/example-device.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestMoves } from './test-moves.ts'
import { ownOf } from './tracked-command.ts'

/** A command as the tracker registers it. */
const example = {
  id: 'command',
  part: 'shade',
  isStop: false,
  target: null,
  phase: 'registered',
  expires: true,
  turn: 0,
  own: ownOf(exampleDevice, null, null),
  cancelTimer() {},
  order: null,
} as const

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
    capabilitiesOf: () => [],
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

it.each([
  ['device_request_timeout', ['close', 'abort']],
  ['device_offline', ['close', 'no longer secured']],
] as const)(
  'a test whose command ends with %s is stopped and stays secured if it may run [DV29]',
  async (error, expected) => {
    const events: string[] = []
    const moves = createTestMoves({
      devices: { find: async () => exampleDevice },
      rights: { followActor: () => () => {}, renew: async (actor) => actor },
      shadows: { get: () => readyShadow },
      tracker: {
        register: ({ command, device, controller }) => ({
          ...example,
          deviceId: device.id,
          command,
          controller,
        }),
        release() {},
        isTakenOver: () => false,
        movesOf: () => [],
      },
      send: async ({ deviceId, command }) => {
        const isStop = command.command === 'abort'
        events.push(isStop ? 'abort' : 'close')
        return isStop ? { deviceId, ok: true } : { deviceId, ok: false, error }
      },
      activity: { record: () => ({ acknowledged() {}, ended() {} }), recordRefused() {} },
      checks: [],
      clock: createFakeClock(),
      capabilitiesOf: () => [],
      secure: async () => ({ done: async () => void events.push('no longer secured') }),
    })
    const owner = { kind: 'account', accountId: 'anna', sessionId: 's' } as const
    await expect(moves.testMove(owner, 'abcdefgh', { direction: 'close', ms: 3_000 })).rejects.toMatchObject({
      code: error,
    })
    expect(events).toEqual(expected)
  },
)
