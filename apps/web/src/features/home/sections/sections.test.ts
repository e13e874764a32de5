import { expect, it } from 'vitest'
import { sectionsOf } from './sections.ts'

const room = (id: string, ...devices: string[]) => ({ id, name: `Room ${id}`, devices })
const seen = (...given: Parameters<typeof sectionsOf>) =>
  sectionsOf(...given).map(({ id, deviceIds }) => [id, ...deviceIds])

it.each([
  ['no rooms', [['a', 'b'], [], []], [['rest', 'a', 'b']]],
  [
    'rooms in their order, the rest last',
    [['a', 'b', 'c'], [room('2', 'c'), room('1', 'b')], []],
    [
      ['2', 'c'],
      ['1', 'b'],
      ['rest', 'a'],
    ],
  ],
  [
    'what is pinned first, in its order, and in its room too',
    [['a', 'b'], [room('1', 'a', 'b')], ['b', 'a']],
    [
      ['pinned', 'b', 'a'],
      ['1', 'a', 'b'],
    ],
  ],
  [
    'neither empty rooms nor devices that are gone',
    [['a'], [room('1'), room('2', 'gone')], ['gone']],
    [['rest', 'a']],
  ],
] as const)('a home with %s', (_name, [home, rooms, pinned], expected) => {
  expect(seen(home, [...rooms], pinned)).toEqual(expected)
})
