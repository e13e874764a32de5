import { describe, expect, test } from 'vitest'
import { median, percentile } from './percentiles.ts'

describe('percentiles', () => {
  test.each([
    [0, 1],
    [0.5, 2],
    [0.51, 3],
    [0.95, 4],
    [1, 4],
  ])('%d of four samples is the one of the nearest rank', (share, value) => {
    expect(percentile([4, 1, 3, 2], share)).toBe(value)
  })

  test('the median of three is the one in the middle, of none is not a number', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([])).toBeNaN()
  })
})
