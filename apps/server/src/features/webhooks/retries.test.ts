import { expect, it } from 'vitest'
import { nextAttemptAt, problemAfter } from './retries.ts'

const NOW = new Date('2026-06-21T10:00:00Z')
/** In the time that the first eight delays take at least. */
const OLD_S = 148_564
const secondsAfter = (attempts: number, chance: number, retryAfter?: string, age = OLD_S) => {
  const at = new Date(NOW.getTime() - age * 1_000)
  const next = nextAttemptAt({ at, attempts, answer: { status: 503, retryAfter } }, NOW, chance)
  return next === null ? null : (next.getTime() - NOW.getTime()) / 1_000
}

it('a delivery is tried again after 5 s, 5 min, 30 min, 2, 5, 10, 14 and 20 h, and then given up [BR56]', () => {
  expect(Array.from({ length: 9 }, (_, at) => secondsAfter(at + 1, 0.5))).toEqual([
    5,
    300,
    1_800,
    7_200,
    18_000,
    36_000,
    50_400,
    72_000,
    null,
  ])
})

it('each delay is spread by a fifth', () => {
  expect([secondsAfter(2, 0), secondsAfter(2, 1)]).toEqual([240, 360])
})

it.each<[string | undefined, number]>([
  ['120', 120],
  ['3600', 3_600],
  ['3601', 300],
  ['0', 300],
  ['-5', 300],
  ['soon', 300],
  ['9'.repeat(100), 300],
  ['Sun, 21 Jun 2026 10:10:00 GMT', 600],
  ['Sun, 21 Jun 2026 09:10:00 GMT', 300],
  ['Sun, 21 Jun 2026 11:10:00 GMT', 300],
])('Retry-After: %s leads to the next attempt after %s s', (retryAfter, seconds) => {
  expect(secondsAfter(2, 0.5, retryAfter)).toBe(seconds)
})

it('what was tried sooner by Retry-After is not given up sooner: it is tried hourly until it is as old', () => {
  const [young, old] = [60, OLD_S]
  expect([9, 40].map((attempts) => secondsAfter(attempts, 0.5, '1', young))).toEqual([3_600, 3_600])
  expect([9, 40].map((attempts) => secondsAfter(attempts, 0.5, '1', old))).toEqual([null, null])
})

it.each([
  [410, null, 'gone'],
  [500, null, null],
  [500, new Date(NOW.getTime() - 5 * 86_400_000 + 1), null],
  [500, new Date(NOW.getTime() - 5 * 86_400_000), 'failing'],
  [null, new Date(NOW.getTime() - 6 * 86_400_000), 'failing'],
])('after status %s, failing since %s, the problem is %s', (status, failingSince, problem) => {
  expect(problemAfter({ status }, { failingSince, now: NOW })).toBe(problem)
})
