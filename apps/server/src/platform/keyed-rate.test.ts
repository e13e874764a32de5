import { expect, it } from 'vitest'
import { createKeyedRate } from './keyed-rate.ts'

it('lets a burst through, then one per interval, and says with it how many it left out', () => {
  const rate = createKeyedRate({ burst: 3, everyMs: 1_000 })
  const takes = (count: number, at: number) => Array.from({ length: count }, () => rate.take('one', at))
  expect(takes(5, 0)).toEqual([0, 0, 0, null, null])
  expect(takes(1, 999)).toEqual([null])
  expect(takes(2, 1_000)).toEqual([3, null])
  expect(rate.take('other', 1_000)).toBe(0)
  expect(takes(5, 60_000)).toEqual([1, 0, 0, null, null])
})

it('lets nothing more through where the clock goes back, and counts from there', () => {
  const rate = createKeyedRate({ burst: 1, everyMs: 1_000 })
  expect([rate.take('one', 10_000), rate.take('one', 0), rate.take('one', 999)]).toEqual([0, null, null])
  expect(rate.take('one', 1_000)).toBe(2)
})
