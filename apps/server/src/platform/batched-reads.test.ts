import { expect, it } from 'vitest'
import { createBatchedReads } from './batched-reads.ts'

it('reads that are requested while a query runs are batched, up to a limit', async () => {
  const queries: (readonly string[])[] = []
  const read = createBatchedReads(
    async (keys) => {
      queries.push(keys)
      return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
    },
    { max: 3 },
  )
  const first = [read('a'), read('a'), read('none')]
  expect(await first[0]).toBe('A')
  const later = ['b', 'c', 'd', 'e'].map(read)
  expect(await Promise.all([...first, ...later])).toEqual(['A', 'A', undefined, 'B', 'C', 'D', 'E'])
  expect(queries).toEqual([['a', 'none'], ['b', 'c', 'd'], ['e']])
})

it('a failed query rejects the reads of its batch, and no others', async () => {
  let isDown = true
  const read = createBatchedReads(
    async (keys) => {
      if (isDown) throw new Error('away')
      return new Map(keys.map((key) => [key, key]))
    },
    { max: 2 },
  )
  await expect(read('a')).rejects.toThrow('away')
  isDown = false
  expect(await read('a')).toBe('a')
})
