import { expect, test } from 'vitest'
import { createDelays } from './endurance/delays.ts'
import { createOnlookers } from './endurance/onlookers.ts'
import { runEndurance } from './endurance/run-endurance.ts'

test('every socket ends with the last state of every device of its account', async () => {
  const seen = await runEndurance({
    devices: 12,
    states: 60,
    sockets: 6,
    socketsEach: 3,
    seconds: 3,
    every: 1,
  })
  expect(seen).toMatchObject({ connected: 12, wrong: 0, pairs: 36 })
  expect(seen.stretches.map(({ second }) => second)).toEqual([1, 2, 3])
  const last = seen.stretches.at(-1)
  expect({ isTimed: (last?.p99 ?? 0) > 0, isWeighed: (last?.heap ?? 0) > 1 }).toEqual({
    isTimed: true,
    isWeighed: true,
  })
  expect(last?.deliveredPerSecond).toBeGreaterThan(100)
})

test('a percentile of counted delays is right to two in a hundred', () => {
  const delays = createDelays()
  for (let ms = 1; ms <= 1_000; ms += 1) delays.add(ms)
  expect(Math.abs(delays.percentile(0.5) - 500)).toBeLessThan(10)
  expect(Math.abs(delays.percentile(0.99) - 990)).toBeLessThan(20)
  expect(createDelays().percentile(0.5)).toBeNaN()
})

test('a sighting waits for the time at which its report left, and what was passed over is counted', () => {
  const onlookers = createOnlookers(2)
  const { see, last } = onlookers.add(true)
  see(1, 4, 0.1, 900)
  onlookers.begin([3, 5])
  see(0, 3, 0.2, 1_010)
  see(1, 6, 0.3, 1_030)
  onlookers.sent(0, Float64Array.of(1_000, 1_005, 1_015, 1_020))
  expect(onlookers.underWay()).toBe(1)
  const { delays, delivered, passed } = onlookers.take(10)
  expect({ timed: delays.count(), delivered, passed }).toEqual({ timed: 2, delivered: 2, passed: 1 })
  expect(delays.percentile(1)).toBeCloseTo(10, 0)
  expect(last.get(1)).toEqual({ count: 6, position: 0.3 })
})
