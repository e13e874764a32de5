import { expect, it } from 'vitest'
import { createTrickle } from './trickle.ts'

it('lets a burst through, then one per interval, and says with it how many it left out', () => {
  const trickle = createTrickle({ burst: 3, everyMs: 1_000 })
  const takes = (count: number, at: number) => Array.from({ length: count }, () => trickle.take('one', at))
  expect(takes(5, 0)).toEqual([0, 0, 0, null, null])
  expect(takes(1, 999)).toEqual([null])
  expect(takes(2, 1_000)).toEqual([3, null])
  expect(trickle.take('other', 1_000)).toBe(0)
  expect(takes(5, 60_000)).toEqual([1, 0, 0, null, null])
})

it('lets nothing more through where the clock goes back', () => {
  const trickle = createTrickle({ burst: 1, everyMs: 1_000 })
  expect([trickle.take('one', 10_000), trickle.take('one', 0), trickle.take('one', 10_999)]).toEqual([
    0,
    null,
    null,
  ])
  expect(trickle.take('one', 11_000)).toBe(2)
})
