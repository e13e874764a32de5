import { expect, it } from 'vitest'
import { stepped } from './room-order.ts'

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
