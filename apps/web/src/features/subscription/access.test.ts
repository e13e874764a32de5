import { describe, expect, it } from 'vitest'
import { comfortEndOf, givesAccess } from './access.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const AHEAD = '2026-06-20T12:00:00Z'
const PAST = '2026-06-10T12:00:00Z'

describe('what a subscription gives', () => {
  it.each([
    ['none', null, false, null],
    ['paid', AHEAD, true, null],
    // The end of the paid period has passed, but its renewal is not known yet.
    ['paid', PAST, true, null],
    ['canceled', AHEAD, true, null],
    ['unpaid', AHEAD, true, null],
    ['unpaid', PAST, false, '2026-06-24T12:00:00.000Z'],
    ['expired', PAST, false, '2026-06-24T12:00:00.000Z'],
  ] as const)('%s until %s: access %s, comfort until %s', (status, accessUntil, isGiven, comfortEnd) => {
    expect(givesAccess({ status, accessUntil }, NOW)).toBe(isGiven)
    expect(comfortEndOf({ status, accessUntil }, NOW)?.toISOString() ?? null).toBe(comfortEnd)
  })
})
