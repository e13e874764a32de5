import { describe, expect, it } from 'vitest'
import { barHeights, linePath, marksOf, peakOf, rangeOf } from './forecast-shape.ts'

const hoursFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, hour) => ({
    at: new Date(Date.parse(first) + hour * 3_600_000).toISOString(),
    values: { wind_gust: hour % 7 },
  }))

describe('the shape of a forecast', () => {
  it('has a line with a gap where nothing is known', () => {
    expect(linePath([0, 10, undefined, 5], { min: 0, max: 10 }, 40)).toBe('M0.5 40L1.5 0M3.5 20')
    expect(linePath([7, 7], { min: 7, max: 7 }, 40)).toBe('M0.5 20L1.5 20')
  })

  it('has bars of what there is', () => {
    expect(barHeights([0, 5, undefined, 10], 10, 40)).toEqual([null, 20, null, 40])
    expect(barHeights([0, 0], 0, 40)).toEqual([null, null])
  })

  it('has a range and a first peak, or none', () => {
    const hours = hoursFrom('2026-11-24T03:00:00Z', 20)
    expect(peakOf(hours, 'wind_gust')).toEqual({ at: '2026-11-24T09:00:00.000Z', value: 6 })
    expect(peakOf(hours, 'snow')).toBeNull()
    expect(rangeOf([undefined, -2, 3])).toEqual({ min: -2, max: 3 })
    expect(rangeOf([undefined])).toBeNull()
  })

  it('names midnight and noon of the home, also through a change of its clocks, and none that leaves the page', () => {
    const marks = marksOf(hoursFrom('2026-10-24T08:00:00Z', 48), 'Europe/Ljubljana')
    expect(marks.map(({ at, isMidnight }) => [at.toISOString(), isMidnight])).toEqual([
      ['2026-10-24T10:00:00.000Z', false],
      ['2026-10-24T22:00:00.000Z', true],
      ['2026-10-25T11:00:00.000Z', false],
      ['2026-10-25T23:00:00.000Z', true],
    ])
  })
})
