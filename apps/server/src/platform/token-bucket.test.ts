import { describe, expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

const bucket = () => new TokenBucket({ ratePerSecond: 10, burst: 20 }, 1_000)

describe('a token bucket', () => {
  it.each<[string, number, number, number]>([
    ['full at first', 0, 0, 20],
    ['empty after its burst', 20, 0, 0],
    ['refilled at its rate', 20, 500, 5],
    ['never fuller than its burst', 5, 60_000, 20],
    ['in debt after more than it had', 25, 0, -5],
    ['out of debt in time', 25, 600, 1],
    ['not moved by a clock that is set back', 20, -500, 0],
  ])('is %s', (_name, taken, afterMs, available) => {
    const tokens = bucket()
    tokens.take(taken, 1_000)
    expect(tokens.available(1_000 + afterMs)).toBeCloseTo(available)
  })

  it('continues from the time to which the clock was set back', () => {
    const tokens = bucket()
    tokens.take(20, 1_000)
    expect(tokens.available(200)).toBe(0)
    expect(tokens.available(700)).toBe(5)
  })

  it('returns the time until it has enough tokens', () => {
    const tokens = bucket()
    expect(tokens.msUntil(1, 1_000)).toBe(0)
    tokens.take(20, 1_000)
    expect(tokens.msUntil(1, 1_000)).toBe(100)
    expect(tokens.msUntil(20, 1_500)).toBe(1_500)
  })
})
