import { expect, it } from 'vitest'
import { readBatch } from './batch.ts'

it('parses the command of each device separately, in the order of the request [CM3]', () => {
  const entries = readBatch([
    { token: 'a', command: 'move', position: 10 },
    { token: 'b', command: 'move', position: '10' },
    { token: 'c', command: 'move', speed: 3 },
    { token: 'd', command: 'move', position: 1 },
    { token: 'a2', command: 'fly' },
    { token: 'd', command: 'move', position: 1 },
  ])
  expect(entries).toEqual([
    { deviceId: 'a', ok: true, command: { command: 'move', position: 10 } },
    { deviceId: 'b', ok: false, error: 'bad_command_type' },
    { deviceId: 'c', ok: false, error: 'bad_command_key' },
    { deviceId: 'd', ok: false, error: 'multiple_command_values' },
    { deviceId: 'a2', ok: false, error: 'invalid_command' },
  ])
})

it.each<[string, object[], unknown[]]>([
  [
    'each lock once',
    [
      { command: 'unlock', lockType: 'motor' },
      { command: 'unlock', lockType: 'magnet', unlockDuration: 3 },
    ],
    [
      { deviceId: 'a', ok: true, command: { command: 'unlock', lockType: 'motor' } },
      { deviceId: 'a', ok: true, command: { command: 'unlock', lockType: 'magnet', unlockDuration: 3 } },
    ],
  ],
  [
    'one lock twice',
    [
      { command: 'unlock', lockType: 'motor' },
      { command: 'unlock', lockType: 'motor' },
    ],
    [{ deviceId: 'a', ok: false, error: 'multiple_command_values' }],
  ],
  [
    'a lock and something else',
    [
      { command: 'unlock', lockType: 'motor' },
      { command: 'lock', lockType: 'magnet' },
    ],
    [{ deviceId: 'a', ok: false, error: 'multiple_command_values' }],
  ],
  [
    'a lock and one that does not exist',
    [
      { command: 'unlock', lockType: 'motor' },
      { command: 'unlock', lockType: 'window' },
    ],
    [{ deviceId: 'a', ok: false, error: 'multiple_command_values' }],
  ],
])('a batch that unlocks of one door %s [CM3]', (_name, raws, expected) => {
  expect(readBatch(raws.map((raw) => ({ token: 'a', ...raw })))).toEqual(expected)
})
