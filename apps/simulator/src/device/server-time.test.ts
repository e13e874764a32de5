import { describe, expect, it } from 'vitest'
import { createManualClock } from '../manual-clock.ts'
import { createServerTime } from './server-time.ts'

const HOUR_MS = 3_600_000

/** A device whose clock is `aheadMs` ahead of the server's, and the error of its estimated server time. */
function createSubject(aheadMs: number) {
  const clock = createManualClock()
  const time = createServerTime({ now: () => new Date(clock.now().getTime() + aheadMs) })
  const serverMs = () => clock.now().getTime()
  return { clock, time, serverMs, errorMs: () => time.nowMs() - serverMs() }
}

describe.each([
  ['right', 0],
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
])('[DP30] with a clock that is %s', (_name, aheadMs) => {
  it('the answer to its subscription contains the time', () => {
    const { clock, time, serverMs, errorMs } = createSubject(aheadMs)
    time.asked()
    clock.advance(20)
    time.learnAnswer(serverMs())
    expect(errorMs()).toBe(20)
    clock.advance(HOUR_MS)
    expect(errorMs()).toBe(20)
  })

  it('an answer that was held up on its way makes no command younger than it is', () => {
    const { clock, time, serverMs, errorMs } = createSubject(aheadMs)
    time.asked()
    const sentAt = serverMs()
    clock.advance(8_000)
    time.learnAnswer(sentAt)
    expect(errorMs()).toBe(0)
  })

  it('without an answer the quickest command counts', () => {
    const { clock, time, serverMs, errorMs } = createSubject(aheadMs)
    for (const delayMs of [700, 30, 900]) {
      const sentAt = serverMs()
      clock.advance(delayMs)
      time.learn(sentAt)
    }
    expect(errorMs()).toBe(-30)
  })
})

it('[DP30] a clock that was set is right again after the next answer', () => {
  const clock = createManualClock()
  let aheadMs = HOUR_MS
  const time = createServerTime({ now: () => new Date(clock.now().getTime() + aheadMs) })
  time.asked()
  time.learnAnswer(clock.now().getTime())
  aheadMs = 0
  time.asked()
  time.learnAnswer(clock.now().getTime())
  expect(time.nowMs()).toBe(clock.now().getTime())
})

it('a device that never received the time uses its own clock', () => {
  const clock = createManualClock()
  expect(createServerTime(clock).nowMs()).toBe(clock.now().getTime())
})
