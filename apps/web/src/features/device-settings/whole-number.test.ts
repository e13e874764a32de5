import { describe, expect, it } from 'vitest'
import { wholeNumberError } from './whole-number.ts'

describe('a whole number from 100 to 10,000', () => {
  it.each([
    ['100', 100],
    ['1600', 1600],
    ['10000', 10_000],
    [' 0250 ', 250],
  ])('%s is accepted', (text, value) => {
    expect(wholeNumberError(text, 100, 10_000)).toBeNull()
    expect(Number(text)).toBe(value)
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
  ])('%s is %s', (text, error) => {
    expect(wholeNumberError(text, 100, 10_000)).toBe(error)
  })
})

describe('a whole number from 1 to 60', () => {
  it.each([
    ['1', 1],
    [' 60 ', 60],
    ['007', 7],
  ])('%j is %d', (text, value) => {
    expect(wholeNumberError(text, 1, 60)).toBeNull()
    expect(Number(text)).toBe(value)
  })

  it.each(['0', '61', '5.5', '-5', '', 'five', '9999'])('%j is none', (text) => {
    expect(wholeNumberError(text, 1, 60)).not.toBeNull()
  })
})
