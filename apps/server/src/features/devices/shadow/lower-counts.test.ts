import { expect, it } from 'vitest'
import { createLowerCounts } from './lower-counts.ts'

type Step =
  | 'connects'
  | 'says status'
  | 'leaves'
  | 'applied'
  | [totalRestarts: number, totalStateUpdates: number]

it.each<[string, Step[], boolean]>([
  ['its first lower report', ['connects', 'says status', [1, 5]], false],
  ['one that counts on from it', ['connects', 'says status', [1, 5], [1, 6]], true],
  ['one of a later restart', ['connects', 'says status', [1, 5], [2, 0]], true],
  ['the same one again', ['connects', 'says status', [1, 5], [1, 5]], false],
  ['one that is lower still', ['connects', 'says status', [1, 5], [1, 4]], false],
  ['one that counts on from the lowest', ['connects', 'says status', [1, 5], [1, 3], [1, 4]], true],
  ['lower ones after one that was applied', ['connects', 'says status', 'applied', [1, 5], [1, 6]], false],
  [
    'one that follows in the next connection',
    ['connects', 'says status', [1, 5], 'connects', 'says status', [1, 6]],
    false,
  ],
  ['old ones that are sent again before its status', ['connects', [1, 5], [1, 6]], false],
  ['the first one after its status', ['connects', [1, 5], [1, 6], 'says status', [1, 7]], false],
  ['lower ones without a connection', ['connects', 'says status', 'leaves', [1, 5], [1, 6]], false],
])('[DP33] a device goes on with lower counts: %s [DV6]', (_name, steps, expected) => {
  const lower = createLowerCounts()
  let goesOn = false
  for (const step of steps) {
    if (step === 'connects') lower.connected('a')
    else if (step === 'says status') lower.reportedStatus('a')
    else if (step === 'leaves') lower.disconnected('a')
    else if (step === 'applied') lower.applied('a')
    else goesOn = lower.goesOn('a', { totalRestarts: step[0], totalStateUpdates: step[1] })
  }
  expect(goesOn).toBe(expected)
})
