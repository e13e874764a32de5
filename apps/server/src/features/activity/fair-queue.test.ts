import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const setUp = () => createFairQueue<string>({ max: 6, maxOfOne: 4, whoseOf: (entry) => entry.slice(0, 1) })

it('holds no more than so many of one, and keeps them in order', () => {
  const queue = setUp()
  const lost = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].filter((entry) => queue.add(entry))
  expect(lost).toEqual(['a5'])
  expect(queue.take(3)).toEqual(['a1', 'a2', 'a3'])
  expect(queue.take(3)).toEqual(['a4', 'b1'])
})

it('makes the one who has most give way where it is full, and nobody for one who has as much', () => {
  const queue = setUp()
  for (const entry of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) queue.add(entry)
  expect(queue.add('c1')).toBe(true)
  expect(queue.add('b3')).toBe(true)
  expect(queue.add('c2')).toBe(true)
  expect(queue.add('b4')).toBe(true)
  expect(queue.take(9)).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2'])
})

it('gives out what is of one alone, and takes back to the front what could not be used', () => {
  const queue = setUp()
  for (const entry of ['a1', 'b1', 'a2', 'b2', 'a3']) queue.add(entry)
  const own = queue.take(2, 'a')
  expect([own, queue.size()]).toEqual([['a1', 'a2'], 3])
  queue.putBack(own)
  expect(queue.take(9)).toEqual(['a1', 'a2', 'b1', 'b2', 'a3'])
  expect([queue.take(9), queue.take(9, 'a')]).toEqual([[], []])
})
