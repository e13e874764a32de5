import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTtlCache } from './ttl-cache.ts'

const KEPT_MS = 1_000

function recentNumbers(max = 10) {
  const clock = createFakeClock()
  const recent = createTtlCache<number>({ clock, keptMs: KEPT_MS, max })
  const read = (...values: number[]) => recent.read(async () => values, String)
  return { clock, recent, read }
}

it('returns a value for its time to live, and no longer', async () => {
  const { clock, recent, read } = recentNumbers()
  await read(1)
  clock.advance(KEPT_MS - 1)
  expect(recent.get('1')).toBe(1)
  clock.advance(1)
  expect(recent.get('1')).toBeUndefined()
})

it('returns nothing that was forgotten, dropped or cleared', async () => {
  const { recent, read } = recentNumbers()
  await read(1, 2, 3)
  recent.forget('1')
  recent.drop((value) => value === 2)
  expect([1, 2, 3].map((value) => recent.get(String(value)))).toEqual([undefined, undefined, 3])
  recent.clear()
  expect(recent.get('3')).toBeUndefined()
})

it('does not keep what was being read while something changed: it may be from before', async () => {
  const { recent } = recentNumbers()
  const reading = recent.read(async () => {
    recent.forget('7')
    return [7]
  }, String)
  expect(await reading).toEqual([7])
  expect(recent.get('7')).toBeUndefined()
})

it('removes the oldest value when it is full', async () => {
  const { recent, read } = recentNumbers(2)
  await read(1, 2, 3)
  expect([1, 2, 3].map((value) => recent.get(String(value)))).toEqual([undefined, 2, 3])
})
