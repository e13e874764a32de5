import { describe, expect, it } from 'vitest'
import { isDueForRenewal, sessionEnd } from './session-life.ts'

const day = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000)

describe('sessionEnd', () => {
  it.each([
    ['at its start', 0, 30],
    ['in use after 20 days', 20, 50],
    ['in use after 150 days', 150, 180],
    ['in use after 179 days', 179, 180],
  ])('moves on with use but never past 180 days: %s', (_name, now, end) => {
    expect(sessionEnd(day(0), day(now))).toEqual(day(end))
  })
})

it('is renewed once a day', () => {
  expect(isDueForRenewal(day(0), day(0.9))).toBe(false)
  expect(isDueForRenewal(day(0), day(1))).toBe(true)
})
