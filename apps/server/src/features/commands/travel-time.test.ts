import { describe, expect, it } from 'vitest'
import { restDeadlineMs } from './travel-time.ts'

describe('the time that a command may take', () => {
  it.each([
    ['an unmeasured shade', 'shade', null, 180_000],
    ['a quick shade', 'shade', 4_000, 15_000],
    ['a shade', 'shade', 40_000, 60_000],
    ['the slowest shade', 'shade', 600_000, 180_000],
    ['a door', 'door', null, 30_000],
    ['a light', 'light', null, 30_000],
  ] as const)('of %s', (_name, family, fullMs, expected) => {
    expect(restDeadlineMs(family, fullMs)).toBe(expected)
  })
})
