import { beforeEach, describe, expect, it } from 'vitest'
import { createSubscriptionLimit } from './subscription-limit.ts'

const APPLE = 1
const GOOGLE = 2

let nowMs: number
let limit: ReturnType<typeof createSubscriptionLimit>
beforeEach(() => {
  nowMs = 0
  limit = createSubscriptionLimit(() => nowMs)
})
const begun = (fabric: number, count: number) =>
  Array.from({ length: count }, () => limit.accepts(fabric, 0)).filter(Boolean).length

describe('the subscriptions of an ecosystem', () => {
  it('are at most thirty-two', () => {
    expect(limit.accepts(APPLE, 31)).toBe(true)
    expect(limit.accepts(APPLE, 32)).toBe(false)
    expect(limit.accepts(GOOGLE, 0)).toBe(true)
  })

  it('begin no faster than one a second after thirty-two, and those of another are not counted', () => {
    expect(begun(APPLE, 50)).toBe(32)
    expect(begun(GOOGLE, 3)).toBe(3)
    nowMs += 3_000
    expect(begun(APPLE, 50)).toBe(3)
    nowMs += 3_600_000
    expect(begun(APPLE, 50)).toBe(32)
  })
})
