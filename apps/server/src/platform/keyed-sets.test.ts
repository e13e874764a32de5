import { expect, it } from 'vitest'
import { createKeyedSets } from './keyed-sets.ts'

it('keeps the values of each key in the order in which they came, and forgets keys without any', () => {
  const sets = createKeyedSets<number>()
  for (const value of [3, 1, 2]) sets.add('a', value)
  sets.add('b', 4)
  sets.delete('a', 1)
  sets.delete('c', 1)
  expect([...sets.of('a')]).toEqual([3, 2])
  expect([...sets.all()]).toEqual([3, 2, 4])
  sets.delete('b', 4)
  expect(sets.of('b').size).toBe(0)
  sets.add('b', 5)
  expect([...sets.of('b'), sets.of('c').size]).toEqual([5, 0])
})
