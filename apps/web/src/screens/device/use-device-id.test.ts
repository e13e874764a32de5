import { expect, it } from 'vitest'
import { deviceIdOf, deviceIdsOf } from './use-device-id.ts'

it.each([
  ['the address alone', '?deviceId=a', null, 'a'],
  ['the state alone', '', { deviceId: 'b' }, 'b'],
  ['an older state alone', '', { token: 'c' }, 'c'],
  ['the address before a state that names another', '?deviceId=a', { deviceId: 'b' }, 'a'],
  ['the address before an older state', '?deviceId=a', { token: 'c' }, 'a'],
  ['the state beside an address that names none', '?view=tilt', { deviceId: 'b' }, 'b'],
  ['a state of something else', '', { view: 'tilt' }, null],
  ['nothing', '', null, null],
])('of %s', (_, search, state, id) => expect(deviceIdOf({ search, state })).toBe(id))

it.each([
  ['several of the address, each once', '?deviceId=a&deviceId=b&deviceId=a', { deviceId: 'c' }, ['a', 'b']],
  ['the one of the state', '', { deviceId: 'b' }, ['b']],
  ['none', '', null, []],
])('all: %s', (_, search, state, ids) => expect(deviceIdsOf({ search, state })).toEqual(ids))
