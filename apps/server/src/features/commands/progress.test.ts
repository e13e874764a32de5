import type { DeviceState, DeviceStatus, Target } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import type { CommandGoal } from './command-goal.ts'
import { type CommandEvent, dueAt, nextProgress, type Progress, SENT } from './progress.ts'

const sentAt = { totalRestarts: 1, totalStateUpdates: 10 }
const goal = { kind: 'rest', target: { position: 1 } } as const

const report = (
  totalStateUpdates: number,
  status: DeviceStatus,
  position: number,
  totalRestarts = 1,
  target: Target | null = null,
): CommandEvent => {
  const state: DeviceState = { status, position, inclination: null, assumed: false, reportedAt: null }
  const counts = { totalRestarts, totalStateUpdates }
  return { kind: 'report', at: 0, restMs: 60_000, state, counts, target }
}
const accepted: CommandEvent = { kind: 'acknowledged', at: 0, restMs: 60_000 }
const overdue: CommandEvent = { kind: 'overdue' }
/** Another command that the device acknowledges while it moves at 0.4. */
const other = (isStop: boolean, more: { part?: 'shade' | 'light_1'; turn?: number; at?: number } = {}) => {
  const { part = 'shade', turn = 2, at = 0 } = more
  const state: DeviceState = {
    status: 'closing',
    position: 0.4,
    inclination: null,
    assumed: false,
    reportedAt: null,
  }
  return { kind: 'other_taken', at, restMs: 60_000, part, isStop, turn, state } satisfies CommandEvent
}
const aimAt = (goal: CommandGoal, isStop = false) =>
  ({ goal, part: 'shade', isStop, turn: 1, sentAt }) as const

const follow = (goal: CommandGoal, isStop: boolean, events: CommandEvent[]): Progress =>
  events.reduce((progress, event) => nextProgress(progress, event, aimAt(goal, isStop)), SENT)
const run = (...events: CommandEvent[]): Progress => follow(goal, false, events)

const success = { phase: 'done', error: null }
const failed = { phase: 'done', error: 'device_update_failed' }
const notResponding = { phase: 'done', error: 'device_not_responding' }

describe('a command that is waited for', () => {
  it.each<[string, CommandEvent[], object]>([
    [
      'is done when the device rests at the target',
      [accepted, report(11, 'closing', 0.5), report(12, 'ready', 1)],
      success,
    ],
    ['is done when the device was there already', [accepted, report(11, 'ready', 1)], success],
    [
      'fails when the device rests elsewhere',
      [accepted, report(11, 'closing', 0.5), report(12, 'ready', 0.6)],
      failed,
    ],
    [
      'fails when the device restarted and rests elsewhere',
      [accepted, report(1, 'ready', 0.3, 2)],
      { ...failed, detail: 'restarted' },
    ],
    ['goes on when it was stopped', [accepted, other(true)], { phase: 'accepted' }],
    ['goes on when something newer was taken', [accepted, other(false)], { phase: 'accepted' }],
    [
      'fails when something newer replaces what was stopped',
      [accepted, report(11, 'closing', 0.5), other(true), other(false, { turn: 3 })],
      { ...failed, detail: 'stopped', state: { position: 0.4 } },
    ],
    [
      'fails so also when that is known before it was taken',
      [other(true), other(false, { turn: 3 }), accepted],
      { ...failed, detail: 'stopped' },
    ],
    [
      'is stopped by no older command, and not by one for another part',
      [accepted, other(true, { turn: 0 }), other(true, { part: 'light_1' }), other(false, { turn: 3 })],
      { phase: 'accepted', interruption: 'replaced' },
    ],
    [
      'fails with the first interruption as the reason',
      [accepted, other(false), other(true, { turn: 3 }), report(11, 'ready', 0.4)],
      { ...failed, detail: 'replaced' },
    ],
    [
      'fails as moved elsewhere where nothing else is known',
      [accepted, report(11, 'ready', 0.4)],
      { ...failed, detail: 'moved_elsewhere' },
    ],
    [
      'is not done by a report that was made before it was sent',
      [accepted, report(10, 'ready', 1)],
      { phase: 'accepted' },
    ],
    [
      'does not fail by a report from before the acknowledgement',
      [report(11, 'ready', 0), accepted],
      { phase: 'accepted', hasReported: false },
    ],
    [
      'is done by a report at the target from just before the acknowledgement',
      [report(11, 'ready', 1), accepted],
      success,
    ],
    ['is not done without an acknowledgement', [report(11, 'ready', 1)], { phase: 'sent' }],
    ['fails when it is overdue', [accepted, report(11, 'closing', 0.5), overdue], notResponding],
    [
      'ends with the reason for which nobody waits any more',
      [accepted, report(11, 'closing', 0.5), { kind: 'ended', error: 'device_not_exist' }],
      { phase: 'done', error: 'device_not_exist' },
    ],
    ['stays as it ended', [accepted, report(11, 'ready', 1), overdue, report(12, 'ready', 0)], success],
  ])('%s', (_name, events, expected) => {
    expect(run(...events)).toMatchObject(expected)
  })
})

const reportAt = (at: number, totalStateUpdates: number, restMs: number): CommandEvent => {
  const event = report(totalStateUpdates, 'closing', 0.5)
  return event.kind === 'report' ? { ...event, at, restMs } : event
}
const connection = (at: number, isConnected: boolean): CommandEvent => ({
  kind: 'connection',
  at,
  isConnected,
})

describe('a command is overdue', () => {
  it.each<[string, CommandEvent[], number | null]>([
    ['by its driver alone before it was taken', [report(11, 'closing', 0.5)], null],
    ['10 s after it was taken without a report', [accepted], 10_000],
    ['10 s after it was taken, also where an old report came', [accepted, report(10, 'ready', 0)], 10_000],
    ['when the way should be over, once the device reports', [accepted, report(11, 'closing', 0.5)], 60_000],
    ['later where the way turns out longer', [accepted, reportAt(5_000, 11, 90_000)], 90_000],
    ['no earlier where the way turns out shorter', [accepted, reportAt(5_000, 11, 20_000)], 60_000],
    [
      'after the whole way of what was taken since',
      [accepted, reportAt(5_000, 11, 60_000), other(false, { at: 30_000 })],
      90_000,
    ],
    ['no later for a stop', [accepted, reportAt(5_000, 11, 60_000), other(true, { at: 30_000 })], 60_000],
    ['after 3 min at most', [accepted, reportAt(5_000, 11, 600_000)], 180_000],
    [
      '10 s after the device went away',
      [accepted, reportAt(5_000, 11, 60_000), connection(20_000, false)],
      30_000,
    ],
    [
      'as before once it is back',
      [accepted, reportAt(5_000, 11, 60_000), connection(20_000, false), connection(25_000, true)],
      60_000,
    ],
    ['never when it is done', [accepted, report(11, 'ready', 1)], null],
  ])('%s', (_name, events, expected) => {
    expect(dueAt(run(...events))).toBe(expected)
  })
})

it('an unlocking is over when the door restarted on the way and its lock is locked again', () => {
  const goal = { kind: 'lock', lockType: 'motor', intent: 'unlocked' } as const
  const received = (motorLockState: 'locked' | 'unlocking', totalRestarts: number): CommandEvent => ({
    kind: 'report',
    state: {
      status: 'ready',
      position: null,
      inclination: null,
      assumed: false,
      reportedAt: null,
      motorLockState,
    },
    at: 0,
    restMs: 60_000,
    counts: { totalRestarts, totalStateUpdates: 11 },
    target: null,
  })
  const after = (event: CommandEvent) => follow(goal, false, [accepted, event])
  expect(after(received('locked', 1))).toMatchObject({ phase: 'accepted' })
  expect(after(received('locked', 2))).toMatchObject(failed)
})

describe('a stop', () => {
  const goal = { kind: 'rest', target: {} } as const
  const stop = (...events: CommandEvent[]): Progress => follow(goal, true, events)
  it('is done at rest, or when something newer replaces it', () => {
    expect(stop(accepted, report(11, 'closing', 0.5))).toMatchObject({ phase: 'accepted' })
    expect(stop(accepted, report(11, 'ready', 0.5))).toMatchObject(success)
    expect(stop(accepted, report(11, 'closing', 0.5), other(false))).toMatchObject(success)
  })
})

describe('a command to a place that only the device knows', () => {
  const goal = { kind: 'own_place' } as const
  const go = (...events: CommandEvent[]): Progress => follow(goal, false, events)
  const toPlace = report(11, 'closing', 0.5, 1, { position: 0.85 })
  const interrupted = other(false)
  it.each<[string, CommandEvent[], object]>([
    ['is done at rest', [accepted, report(11, 'closing', 0.5), report(12, 'ready', 0.85)], success],
    [
      'is not done by a rest from before it was taken',
      [report(11, 'ready', 0), accepted],
      { phase: 'accepted' },
    ],
    ['fails at rest after an interruption', [accepted, interrupted, report(11, 'ready', 0.85)], failed],
    [
      'is done at its reported target, whatever came between',
      [accepted, toPlace, interrupted, report(12, 'ready', 0.85)],
      success,
    ],
    ['fails elsewhere than at its reported target', [accepted, toPlace, report(12, 'ready', 0.7)], failed],
    [
      'fails elsewhere than at its first reported target',
      [accepted, toPlace, report(12, 'closing', 0.9, 1, { position: 1 }), report(13, 'ready', 1)],
      failed,
    ],
    [
      'fails at rest after a restart',
      [accepted, report(1, 'ready', 0.85, 2)],
      { ...failed, detail: 'restarted' },
    ],
    [
      'fails at rest after it turned round',
      [accepted, report(11, 'closing', 0.3), report(12, 'closing', 0.6), report(13, 'ready', 0.5)],
      failed,
    ],
    [
      'is done when what it did before runs out a little',
      [accepted, report(11, 'closing', 0.9), report(12, 'opening', 0.93), report(13, 'ready', 0.85)],
      success,
    ],
  ])('%s', (_name, events, expected) => {
    expect(go(...events)).toMatchObject(expected)
  })
})
