import { expect, it } from 'vitest'
import { createReach, REACH_MS } from './reach.ts'
import { fakeClock } from './testing/fakes.ts'

const setUp = () => {
  const clock = fakeClock()
  const spoken: boolean[] = []
  return { clock, spoken, reach: createReach(clock, (isReached) => spoken.push(isReached)) }
}

it('a successful call proves the connection for a time', async () => {
  const { clock, spoken, reach } = setUp()
  reach(true)
  await clock.advance(REACH_MS - 1)
  expect(spoken).toEqual([true])
  await clock.advance(1)
  expect(spoken).toEqual([true, false])
})

it('each successful call extends the time', async () => {
  const { clock, spoken, reach } = setUp()
  reach(true)
  await clock.advance(REACH_MS - 1)
  reach(true)
  await clock.advance(REACH_MS - 1)
  expect(spoken).toEqual([true, true])
})

it('a failed call ends it at once', async () => {
  const { clock, spoken, reach } = setUp()
  reach(true)
  reach(false)
  await clock.advance(REACH_MS)
  expect(spoken).toEqual([true, false])
})
