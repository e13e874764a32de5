import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createDeliveryBudget } from './delivery-budget.ts'

function setUp(readers: number) {
  const clock = createFakeClock()
  const failures: unknown[] = []
  const budget = createDeliveryBudget(clock, (error) => failures.push(error))
  const delivered: string[] = []
  const say = (deviceId: string, text: string, kind = 'state') =>
    budget.run(deviceId, kind, () => {
      delivered.push(text)
      return readers
    })
  return { clock, budget, delivered, failures, say }
}

it('delivers at once what is within the budget', () => {
  const { delivered, say } = setUp(50)
  for (let n = 0; n < 5; n += 1) say('a', `${n}`)
  expect(delivered).toEqual(['0', '1', '2', '3', '4'])
})

it.each([
  [1, 20],
  [50, 20],
  [2_000, 1],
  [20_000, 0.25],
])(
  'causes at most 5,000 deliveries a second, and the newest arrives soon: %i readers',
  (readers, perSecond) => {
    const { clock, delivered, say } = setUp(readers)
    const seconds = 10
    const count = readers === 1 ? 20_000 : 2_000
    for (let n = 0; n < count; n += 1) {
      say('a', `${n}`)
      clock.advance((seconds * 1_000) / count)
    }
    expect(delivered.length * readers).toBeLessThanOrEqual(5_000 * seconds + Math.max(250, readers) + readers)
    expect(delivered.length).toBeGreaterThan(perSecond * seconds * 0.5)
    clock.advance((2 * readers) / 5 + 2)
    expect(delivered.at(-1)).toBe(`${count - 1}`)
    expect(clock.pending()).toBe(0)
  },
)

it('keeps one of each kind, and devices apart', () => {
  const { clock, delivered, say } = setUp(1_000)
  say('a', 'first')
  for (const text of ['second', 'third']) say('a', text)
  say('a', 'info', 'info')
  say('b', 'other')
  expect(delivered).toEqual(['first', 'other'])
  clock.advance(1_000)
  expect(delivered).toEqual(['first', 'other', 'third', 'info'])
})

it('delivers nothing that was dropped, and nothing once it is stopped', () => {
  const { clock, budget, delivered, say } = setUp(1_000)
  for (const text of ['first', 'second']) say('a', text)
  budget.drop('a', 'state')
  for (const text of ['other', 'another']) say('b', text)
  budget.stop()
  clock.advance(10_000)
  expect(delivered).toEqual(['first', 'other'])
  expect(clock.pending()).toBe(0)
})

it('goes on after the clock was set back', () => {
  const { clock, delivered, say } = setUp(1_000)
  say('a', 'first')
  const now = clock.now
  clock.now = () => new Date(now().getTime() - 3_600_000)
  say('a', 'second')
  clock.advance(1_000)
  expect(delivered).toEqual(['first', 'second'])
})

it('goes on with what else waits where a delivery fails', () => {
  const { clock, budget, delivered, failures, say } = setUp(1_000)
  say('a', 'first')
  const broken = new Error('broken')
  budget.run('a', 'state', () => {
    throw broken
  })
  say('a', 'info', 'info')
  clock.advance(1_000)
  expect(delivered).toEqual(['first', 'info'])
  expect(failures).toEqual([broken])
})

it('makes later ones wait for what was delivered at once whatever the budget allowed', () => {
  const { clock, budget, delivered, say } = setUp(1)
  for (const text of ['one', 'two'])
    budget.runNow('a', () => {
      delivered.push(text)
      return 5_000
    })
  say('a', 'later')
  clock.advance(1_900)
  expect(delivered).toEqual(['one', 'two'])
  clock.advance(100)
  expect(delivered).toEqual(['one', 'two', 'later'])
})
