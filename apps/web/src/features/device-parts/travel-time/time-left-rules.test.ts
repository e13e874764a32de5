import type { DeviceState } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { leftText, msLeft, shortLeftText } from './time-left.tsx'

const FULL_MS = 40_000

describe('how long a movement takes yet', () => {
  it.each<[string, DeviceState['status'], number | null, number | null, number, number | null]>([
    ['as the rest of its way needs', 'closing', 0.5, 1, 0, 20_000],
    ['to a place on its way', 'closing', 0.5, 0.6, 0, 4_000],
    ['on the way back', 'opening', 0.5, 0, 0, 20_000],
    ['of what only says that it moves', 'moving', 0.5, 0, 0, 20_000],
    ['less than when it reported last', 'closing', 0.5, 1, 5_000, 15_000],
    ['not known after a reversal, until it turns', 'closing', 0.5, 0, 0, null],
    ['not known where it goes the other way', 'opening', 0.5, 1, 0, null],
    ['not known where it should be there', 'closing', 0.5, 0.6, 4_000, null],
    ['not known without its position', 'closing', null, 1, 0, null],
    ['not known without a target', 'closing', 0.5, null, 0, null],
    ['not known while it calibrates', 'calibrating', 0.5, 1, 0, null],
  ])('is %s', (_name, status, position, target, sinceReportMs, expected) => {
    const state = { status, position, inclination: null }
    const left = msLeft(state, 'position', target, FULL_MS, sinceReportMs)
    if (expected === null) expect(left).toBeNull()
    else expect(left).toBeCloseTo(expected)
  })

  it('is unknown for a way that was not measured', () => {
    expect(msLeft({ status: 'closing', position: 0, inclination: null }, 'position', 1, null, 0)).toBeNull()
  })

  it('is said in seconds and minutes', () => {
    const t = (key: string, values: object) => `${key} ${Object.values(values).join(' ')}`
    expect(leftText(59, t)).toBe('travel.seconds 59')
    expect(leftText(65, t)).toBe('travel.minutes 1 5')
    expect(shortLeftText(59, t)).toBe('travel.short 59')
    expect(shortLeftText(65, t)).toBe('1:05')
  })
})
