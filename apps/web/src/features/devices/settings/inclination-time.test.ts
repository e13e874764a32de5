import { describe, expect, it } from 'vitest'
import { readInclinationTime } from './inclination-time.ts'

describe('the inclination time', () => {
  it.each([
    ['100', 100],
    ['1600', 1600],
    ['10000', 10_000],
    [' 0250 ', 250],
  ])('%s is accepted', (text, ms) => {
    expect(readInclinationTime(text)).toEqual({ ms })
  })

  it.each([
    ['', 'notDigits'],
    ['fast', 'notDigits'],
    ['1e3', 'notDigits'],
    ['1.5', 'notDigits'],
    ['-200', 'notDigits'],
    ['१२३', 'notDigits'],
    ['99', 'outOfBounds'],
    ['10001', 'outOfBounds'],
    ['99999999999999999999', 'outOfBounds'],
  ])('%s is %s', (text, fault) => {
    expect(readInclinationTime(text)).toEqual({ fault })
  })
})
