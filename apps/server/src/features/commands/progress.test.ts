import type { DeviceState, DeviceStatus, Target } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { UNSEEN } from './course.ts'
import { nextProgress, type Progress, type ProgressEvent, SENT } from './progress.ts'

const sentAt = { totalRestarts: 1, totalStateUpdates: 10 }
const goal = { kind: 'rest', target: { position: 1 } } as const

const report = (
  totalStateUpdates: number,
  status: DeviceStatus,
  position: number,
  totalRestarts = 1,
  target: Target | null = null,
): ProgressEvent => {
  const state: DeviceState = { status, position, inclination: null, assumed: false, reportedAt: null }
  return { kind: 'report', state, counts: { totalRestarts, totalStateUpdates }, target }
}
const taken: ProgressEvent = { kind: 'acknowledged' }
const silence: ProgressEvent = { kind: 'silence', isAway: false }
const away: ProgressEvent = { kind: 'silence', isAway: true }

const run = (...events: ProgressEvent[]): Progress =>
  events.reduce((progress, event) => nextProgress(progress, event, { goal, isStop: false, sentAt }), SENT)

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
    [
      'fails when the device restarted and rests elsewhere',
      [taken, report(1, 'ready', 0.3, 2)],
      { ...failed, detail: 'restarted' },
    ],
    ['goes on when it was interrupted', [taken, { kind: 'interrupted' }], { phase: 'taken' }],
    [
      'fails when something newer takes over from what was stopped',
      [taken, report(11, 'closing', 0.5), { kind: 'interrupted' }, { kind: 'taken_over' }],
      failed,
    ],
    ['fails so also when that is known before it was taken', [{ kind: 'taken_over' }, taken], failed],
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
    target: null,
  })
  const after = (event: ProgressEvent) =>
    nextProgress({ phase: 'taken', hasReported: true, course: UNSEEN }, event, {
      goal,
      isStop: false,
      sentAt,
    })
  expect(after(heard('locked', 1))).toMatchObject({ phase: 'taken' })
  expect(after(heard('locked', 2))).toMatchObject(failed)
})

describe('a stop', () => {
  const goal = { kind: 'rest', target: {} } as const
  const stop = (...events: ProgressEvent[]): Progress =>
    events.reduce((progress, event) => nextProgress(progress, event, { goal, isStop: true, sentAt }), SENT)
  it('is done at rest, or when something newer takes over', () => {
    expect(stop(taken, report(11, 'closing', 0.5))).toMatchObject({ phase: 'taken' })
    expect(stop(taken, report(11, 'ready', 0.5))).toMatchObject(success)
    expect(stop(taken, report(11, 'closing', 0.5), { kind: 'taken_over' })).toMatchObject(success)
  })
})

describe('a command to a place that only the device knows', () => {
  const goal = { kind: 'own_place' } as const
  const go = (...events: ProgressEvent[]): Progress =>
    events.reduce((progress, event) => nextProgress(progress, event, { goal, isStop: false, sentAt }), SENT)
  const toPlace = report(11, 'closing', 0.5, 1, { position: 0.85 })
  const interrupted: ProgressEvent = { kind: 'interrupted' }
  it.each<[string, ProgressEvent[], object]>([
    ['is done at rest', [taken, report(11, 'closing', 0.5), report(12, 'ready', 0.85)], success],
    ['is not done by a rest from before it was taken', [report(11, 'ready', 0), taken], { phase: 'taken' }],
    ['fails at rest after an interruption', [taken, interrupted, report(11, 'ready', 0.85)], failed],
    [
      'is done where it said that it goes, whatever came between',
      [taken, toPlace, interrupted, report(12, 'ready', 0.85)],
      success,
    ],
    ['fails elsewhere than it said', [taken, toPlace, report(12, 'ready', 0.7)], failed],
    [
      'fails elsewhere than it said at first',
      [taken, toPlace, report(12, 'closing', 0.9, 1, { position: 1 }), report(13, 'ready', 1)],
      failed,
    ],
    [
      'fails at rest after a restart',
      [taken, report(1, 'ready', 0.85, 2)],
      { ...failed, detail: 'restarted' },
    ],
    [
      'fails at rest after it turned round',
      [taken, report(11, 'closing', 0.3), report(12, 'closing', 0.6), report(13, 'ready', 0.5)],
      failed,
    ],
    [
      'is done when what it did before runs out a little',
      [taken, report(11, 'closing', 0.9), report(12, 'opening', 0.93), report(13, 'ready', 0.85)],
      success,
    ],
  ])('%s', (_name, events, expected) => {
    expect(go(...events)).toMatchObject(expected)
  })
})
