import { expect, it } from 'vitest'
import { createKeyedWindow } from './keyed-window.ts'

const HOUR_MS = 3_600_000
const START_MS = 1_000_000

it('allows so many in an hour for each key, and the next one says how many were left out', () => {
  const { take } = createKeyedWindow({ max: 3, windowMs: HOUR_MS })
  const at = (ms: number, key = 'a') => take(key, START_MS + ms)
  expect([at(0), at(1), at(2), at(3), at(HOUR_MS - 1)]).toEqual([0, 0, 0, null, null])
  expect(at(3, 'b')).toBe(0)
  expect([at(HOUR_MS), at(HOUR_MS + 1)]).toEqual([2, 0])
  expect([at(3 * HOUR_MS), at(3 * HOUR_MS - 10)]).toEqual([0, 0])
})

it('counts what was refused also after hours without any', () => {
  const { take } = createKeyedWindow({ max: 1, windowMs: HOUR_MS })
  expect([take('a', START_MS), take('a', START_MS + 1)]).toEqual([0, null])
  expect(take('b', START_MS + 9 * HOUR_MS)).toBe(0)
  expect(take('a', START_MS + 10 * HOUR_MS)).toBe(1)
})
