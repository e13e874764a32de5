import type { DeviceState, DeviceStatus } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { nextProgress, type Progress, type ProgressEvent, SENT } from './progress.ts'

const sentAt = { totalRestarts: 1, totalStateUpdates: 10 }
const goal = { kind: 'rest', target: { position: 1 } } as const

const report = (
  totalStateUpdates: number,
  status: DeviceStatus,
  position: number,
  totalRestarts = 1,
): ProgressEvent => {
  const state: DeviceState = { status, position, inclination: null, assumed: false, reportedAt: null }
  return { kind: 'report', state, counts: { totalRestarts, totalStateUpdates } }
}
const taken: ProgressEvent = { kind: 'acknowledged' }
const silence: ProgressEvent = { kind: 'silence', isAway: false }
const away: ProgressEvent = { kind: 'silence', isAway: true }

const run = (...events: ProgressEvent[]): Progress =>
  events.reduce((progress, event) => nextProgress(progress, event, { goal, sentAt }), SENT)

const success = { phase: 'done', error: null }
const failed = { phase: 'done', error: 'device_update_failed' }
const notResponding = { phase: 'done', error: 'device_not_responding' }

describe('a command that is waited for', () => {
  it.each<[string, ProgressEvent[], object]>([
    [
      'is done when the device rests at the target',
      [taken, report(11, 'closing', 0.5), report(12, 'ready', 1)],
      success,
    ],
    ['is done when the device was there already', [taken, report(11, 'ready', 1)], success],
    [
      'fails when the device rests elsewhere',
      [taken, report(11, 'closing', 0.5), report(12, 'ready', 0.6)],
      failed,
    ],
    ['fails when the device restarted and rests elsewhere', [taken, report(1, 'ready', 0.3, 2)], failed],
    [
      'is not done by a report that was made before it was sent',
      [taken, report(10, 'ready', 1)],
      { phase: 'taken' },
    ],
    [
      'does not fail by a report from before the acknowledgement',
      [report(11, 'ready', 0), taken],
      { phase: 'taken', hasReported: false },
    ],
    [
      'is done by a report at the target from just before the acknowledgement',
      [report(11, 'ready', 1), taken],
      success,
    ],
    ['is not done without an acknowledgement', [report(11, 'ready', 1)], { phase: 'sent' }],
    ['fails when nothing is reported', [taken, silence], notResponding],
    ['goes on while the device reports', [taken, report(11, 'closing', 0.5), silence], { phase: 'taken' }],
    ['fails when the device stays away', [taken, report(11, 'closing', 0.5), away], notResponding],
    ['fails when it takes too long', [taken, report(11, 'closing', 0.5), { kind: 'overdue' }], notResponding],
    [
      'ends with the reason for which nobody waits any more',
      [taken, report(11, 'closing', 0.5), { kind: 'ended', error: 'device_not_exist' }],
      { phase: 'done', error: 'device_not_exist' },
    ],
    [
      'stays as it ended',
      [taken, report(11, 'ready', 1), { kind: 'overdue' }, report(12, 'ready', 0)],
      success,
    ],
  ])('%s', (_name, events, expected) => {
    expect(run(...events)).toMatchObject(expected)
  })
})

it('an unlocking is over when the door restarted on the way and its lock is locked again', () => {
  const goal = { kind: 'lock', lockType: 'motor', wish: 'unlocked' } as const
  const heard = (motorLockState: 'locked' | 'unlocking', totalRestarts: number): ProgressEvent => ({
    kind: 'report',
    state: {
      status: 'ready',
      position: null,
      inclination: null,
      assumed: false,
      reportedAt: null,
      motorLockState,
    },
    counts: { totalRestarts, totalStateUpdates: 11 },
  })
  const after = (event: ProgressEvent) =>
    nextProgress({ phase: 'taken', hasReported: true }, event, { goal, sentAt })
  expect(after(heard('locked', 1))).toMatchObject({ phase: 'taken' })
  expect(after(heard('locked', 2))).toMatchObject(failed)
})
