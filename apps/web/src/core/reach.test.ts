import { expect, it } from 'vitest'
import { createReach, REACH_MS } from './reach.ts'
import { fakeClock } from './testing/fakes.ts'

const setUp = () => {
  const clock = fakeClock()
  const said: boolean[] = []
  return { clock, said, reach: createReach(clock, (isReached) => said.push(isReached)) }
}

it('a successful call proves the connection for a time', async () => {
  const { clock, said, reach } = setUp()
  reach(true)
  await clock.advance(REACH_MS - 1)
  expect(said).toEqual([true])
  await clock.advance(1)
  expect(said).toEqual([true, false])
})

it('each successful call extends the time', async () => {
  const { clock, said, reach } = setUp()
  reach(true)
  await clock.advance(REACH_MS - 1)
  reach(true)
  await clock.advance(REACH_MS - 1)
  expect(said).toEqual([true, true])
})

it('a failed call ends it at once', async () => {
  const { clock, said, reach } = setUp()
  reach(true)
  reach(false)
  await clock.advance(REACH_MS)
  expect(said).toEqual([true, false])
})
