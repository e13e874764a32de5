import { describe, expect, it, vi } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { isMovedWithHouse, moveTogether, reachedBy } from './whole-house.ts'

const open = { ...deviceOf({ state: { position: 0 } }), id: 'open' }
const half = {
  ...deviceOf({ devicetype: 'venetian_blind', state: { position: 0.5, inclination: 0.2 } }),
  id: 'half',
}
const assumed = {
  ...deviceOf({ devicetype: 'falcon', state: { position: 1, assumed: true } }),
  id: 'assumed',
}
const moving = {
  ...deviceOf({ devicetype: 'textile_screen', state: { position: 0.3, status: 'closing' } }),
  id: 'moving',
}
const away = { ...deviceOf({ state: { position: 0.5, status: 'offline' } }), id: 'away' }
const awning = { ...deviceOf({ devicetype: 'awning', state: { position: 0.5 } }), id: 'awning' }
const house = [open, half, assumed, moving, away, awning]

describe('the keys of the whole house', () => {
  it.each([
    ['open', ['half', 'assumed', 'moving']],
    ['close', ['open', 'half', 'assumed', 'moving']],
    ['stop', ['moving']],
  ] as const)(
    '%s reaches the shades before windows that are there and not known to be so already',
    (move, ids) => {
      expect(reachedBy(house.filter(isMovedWithHouse), move).map(({ id }) => id)).toEqual(ids)
    },
  )

  it('send each shade to the end of all its axes, and stop each', () => {
    const commands = { move: vi.fn(), stop: vi.fn() }
    moveTogether([half, moving], 'close', commands)
    expect(commands.move.mock.calls).toEqual([
      ['half', { position: 1, inclination: 1 }],
      ['moving', { position: 1 }],
    ])
    moveTogether([moving], 'stop', commands)
    expect(commands.stop.mock.calls).toEqual([['moving']])
  })
})
