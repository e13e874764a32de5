import { describe, expect, it } from 'vitest'
import { droppedAt } from '#ui/controls/use-drag-order.ts'
import { placedAt, reordered, stepped } from './room-order.ts'

const rooms = ['a', 'b', 'c'].map((id) => ({ id, name: id, devices: [] }))

it.each([
  ['a', 'down', 'c', 2],
  ['b', 'down', null, 3],
  ['b', 'up', 'a', 1],
  ['c', 'up', 'b', 2],
  ['a', 'up', 'b', 1],
  ['c', 'down', null, 3],
] as const)('%s moved %s stands in front of %s, in place %i', (id, step, before, place) => {
  expect(stepped(rooms, id, step)).toEqual({ before, place })
})

it.each([
  ['a', 2, null, 3, 'bca'],
  ['a', 1, 'c', 2, 'bac'],
  ['c', 0, 'a', 1, 'cab'],
  ['b', 9, null, 3, 'acb'],
] as const)('%s put at %i stands in front of %s, in place %i', (id, index, before, place, order) => {
  expect(placedAt(rooms, id, index)).toEqual({ before, place })
  expect(
    reordered(rooms, id, before)
      .map((room) => room.id)
      .join(''),
  ).toBe(order)
})

describe('a row that is dragged', () => {
  const rows = [0, 50, 100, 150].map((top) => ({ top, bottom: top + 50 }))
  it.each([
    ['stays where it was hardly moved', 1, 20, 1],
    ['passes the next one at its middle', 1, 26, 2],
    ['passes several', 0, 120, 2],
    ['passes the one above at its middle', 2, -26, 1],
    ['stays below one that it does not reach', 2, -24, 2],
    ['goes to the first place at most', 3, -900, 0],
    ['goes to the last place at most', 0, 900, 3],
  ])('%s', (_, from, dy, expected) => {
    expect(droppedAt(rows, from, dy)).toBe(expected)
  })
})
