import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createMessagePace } from './message-pace.ts'

const BURST = 20_000

function setUp() {
  const clock = createFakeClock()
  const delivered: string[] = []
  let tooFast = 0
  const pace = createMessagePace({
    clock,
    deliver: ({ topic, payload }) => void delivered.push(`${topic} ${payload.toString()}`),
    tooFast: () => {
      tooFast += 1
    },
  })
  const receive = (topic: string, payload: string) =>
    pace.receive({ topic, payload: Buffer.from(payload), retained: false })
  return { ...pace, clock, delivered, receive, notices: () => tooFast }
}

it('[HW14] delivers messages in their order, and beyond the limits the newest of each topic', () => {
  const { clock, delivered, receive, notices } = setUp()
  for (let n = 0; n < BURST; n += 1) receive('meter', String(n))
  expect(delivered).toHaveLength(BURST)
  expect(notices()).toBe(0)
  for (let n = 0; n < 50; n += 1) {
    receive('blind', String(n))
    receive('lamp', String(n))
  }
  expect(notices()).toBe(100)
  clock.advance(1_000)
  expect(delivered.slice(BURST)).toEqual(['blind 49', 'lamp 49'])
  receive('blind', 'open')
  expect(delivered.at(-1)).toBe('blind open')
})

it('[HW14] keeps no more than the limits for later, and nothing after it was stopped', () => {
  const { clock, delivered, receive, stop } = setUp()
  for (let n = 0; n < BURST; n += 1) receive('meter', '')
  for (let n = 0; n < 12_000; n += 1) receive(`topic/${n}`, 'x')
  receive('large', 'x'.repeat(17 * 1_024 * 1_024))
  for (let seconds = 0; seconds < 5; seconds += 1) clock.advance(1_000)
  expect(delivered).toHaveLength(BURST)
  for (let n = 0; n < 12_000; n += 1) receive(`topic/${n}`, 'x')
  clock.advance(10)
  stop()
  const until = delivered.length
  clock.advance(10_000)
  expect(delivered).toHaveLength(until)
})
