import { describe, expect, it } from 'vitest'
import { sortByReferences } from './tables.ts'

describe('the order of tables', () => {
  it('has each after those that it refers to, and no circle', () => {
    const keys = [
      { table: 'a', refersTo: 'c' },
      { table: 'b', refersTo: 'a' },
    ]
    expect(sortByReferences(['a', 'b', 'c'], keys)).toEqual(['c', 'a', 'b'])
    expect(() => sortByReferences(['a', 'c'], [...keys, { table: 'c', refersTo: 'a' }])).toThrow(
      'These tables refer to each other: a, c',
    )
  })
})
