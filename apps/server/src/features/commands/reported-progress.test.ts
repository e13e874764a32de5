import type { DeviceState } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import type { CommandGoal } from './command-goal.ts'
import type { CommandEvent } from './progress.ts'
import { type ReportedAim, type ReportedProgress, reportedMachine } from './reported-progress.ts'

const NONE = { totalRestarts: null, totalStateUpdates: null }
const stateAt = (fields: Partial<DeviceState>): DeviceState => ({
  status: 'ready',
  position: null,
  inclination: null,
  assumed: false,
  reportedAt: null,
  ...fields,
})

type Step =
  | ['handed over']
  | ['evidence']
  | ['report', Partial<DeviceState>]
  | ['other', 'move' | 'stop', number?]

const shade: CommandGoal = { kind: 'rest', target: { position: 1 } }
const lock = (intent: 'locked' | 'unlocked'): CommandGoal => ({ kind: 'lock', lockType: 'motor', intent })
const light: CommandGoal = { kind: 'value', field: 'light1Brightness', value: 1 }

const aim: ReportedAim = {
  goal: shade,
  part: 'shade',
  isStop: false,
  turn: 5,
  sentAt: NONE,
  tolerance: 0.05,
  confirmation: 'reported',
  isAwaited: true,
  before: stateAt({ position: 0 }),
}

const eventOf = (step: Step, at: number): CommandEvent => {
  switch (step[0]) {
    case 'handed over':
      return { kind: 'handed_over', at, restMs: 30_000 }
    case 'evidence':
      return { kind: 'evidence', at }
    case 'report':
      return { kind: 'report', at, restMs: 0, state: stateAt(step[1]), counts: NONE, target: null }
    case 'other': {
      const isStop = step[1] === 'stop'
      return {
        kind: 'other_taken',
        at,
        restMs: 0,
        part: 'shade',
        isStop,
        turn: step[2] ?? 6,
        state: stateAt({}),
      }
    }
  }
}

/** Follows a command for a minute; each step has its second. Returns how it ended, and in which second. */
function run(change: Partial<ReportedAim>, steps: readonly [number, ...Step][]): [string, number] | 'open' {
  const machine = reportedMachine({ ...aim, ...change })
  let progress: ReportedProgress = machine.first
  for (let at = 0; at <= 60_000; at += 500) {
    const dueAt = machine.dueAt(progress)
    if (dueAt !== null && dueAt <= at) progress = machine.next(progress, { kind: 'overdue' })
    for (const [second, ...step] of steps)
      if (second * 1_000 === at) progress = machine.next(progress, eventOf(step, at))
    if (progress.phase !== 'done') continue
    const { error, detail, isUnconfirmed = false } = progress
    return [isUnconfirmed ? 'unconfirmed' : (detail ?? error ?? 'success'), at / 1_000]
  }
  return 'open'
}

const closing = { status: 'closing', position: 0.4 } as const
const closed = { position: 0.97 }

describe('a command to hardware that confirms by reports [HW37]', () => {
  it.each<[string, Partial<ReportedAim>, [number, ...Step][], ReturnType<typeof run>]>([
    [
      'is done at rest at the goal',
      {},
      [
        [0, 'handed over'],
        [1, 'evidence'],
        [1, 'report', closing],
        [9, 'report', closed],
      ],
      ['success', 9],
    ],
    [
      'is done also where the evidence comes after the report',
      {},
      [
        [0, 'handed over'],
        [1, 'report', closed],
        [1, 'evidence'],
      ],
      ['success', 1],
    ],
    [
      'is done by what it reported just before it was handed over',
      {},
      [
        [0, 'evidence'],
        [0, 'report', closed],
        [1, 'handed over'],
      ],
      ['success', 1],
    ],
    [
      'that pulls a latch is unconfirmed if its lock never reports it',
      { part: 'magnet', goal: { kind: 'lock', lockType: 'magnet', intent: 'unlocked' } },
      [
        [0, 'handed over'],
        [1, 'evidence'],
        [1, 'report', { motorLockState: 'unlocked', magnetLockState: 'unknown' }],
      ],
      ['unconfirmed', 30],
    ],
    [
      'is not done by a report without evidence',
      {},
      [
        [0, 'handed over'],
        [1, 'report', closed],
      ],
      ['device_not_responding', 30],
    ],
    [
      'fails at rest elsewhere',
      {},
      [
        [0, 'handed over'],
        [1, 'evidence'],
        [1, 'report', closing],
        [4, 'report', { position: 0.6 }],
      ],
      ['moved_elsewhere', 4],
    ],
    [
      'is not responding without any report, 30 s after its hand-over',
      {},
      [[2, 'handed over']],
      ['device_not_responding', 32],
    ],
    [
      'is not responding if it never comes to rest',
      {},
      [
        [0, 'handed over'],
        [1, 'evidence'],
        [1, 'report', closing],
      ],
      ['device_not_responding', 30],
    ],
    [
      'is unconfirmed by an echo only [HW39]',
      {},
      [
        [0, 'handed over'],
        [0.5, 'evidence'],
        [0.5, 'report', { status: 'closing', position: 0 }],
        [9, 'report', { position: 1, assumed: true }],
      ],
      ['unconfirmed', 30],
    ],
    [
      'is done by a report after the echo [HW39]',
      {},
      [
        [0, 'handed over'],
        [0.5, 'evidence'],
        [9, 'report', { position: 1, assumed: true }],
        [12, 'report', closed],
      ],
      ['success', 12],
    ],
    [
      'ends when its sender loses it',
      {},
      [
        [0, 'handed over'],
        [3, 'other', 'move'],
      ],
      ['replaced', 3],
    ],
    [
      'says that it was stopped',
      {},
      [
        [0, 'handed over'],
        [3, 'other', 'stop'],
      ],
      ['stopped', 3],
    ],
    [
      'is not ended by an older command',
      {},
      [
        [0, 'handed over'],
        [3, 'other', 'move', 4],
      ],
      ['device_not_responding', 30],
    ],
  ])('that is awaited %s', (_name, change, steps, expected) => {
    expect(run(change, steps)).toEqual(expected)
  })

  it.each<[string, Partial<ReportedAim>, [number, ...Step][], ReturnType<typeof run>]>([
    [
      'is unconfirmed without evidence for 5 s from its hand-over',
      {},
      [
        [2, 'handed over'],
        [3, 'report', { position: 0 }],
      ],
      ['unconfirmed', 7],
    ],
    [
      'is followed to its end after the first evidence',
      {},
      [
        [0, 'handed over'],
        [4, 'evidence'],
        [4, 'report', closing],
        [20, 'report', closed],
      ],
      ['success', 20],
    ],
    [
      'is unconfirmed when a newer one is handed over [HW37]',
      {},
      [
        [0, 'handed over'],
        [3, 'other', 'move'],
      ],
      ['unconfirmed', 3],
    ],
    [
      'is replaced when a newer one is handed over after its evidence',
      {},
      [
        [0, 'handed over'],
        [1, 'evidence'],
        [3, 'other', 'move'],
      ],
      ['replaced', 3],
    ],
  ])('that is not awaited %s', (_name, change, steps, expected) => {
    expect(run({ ...change, isAwaited: false }, steps)).toEqual(expected)
  })

  it.each<[string, Partial<ReportedAim>, [number, ...Step][], ReturnType<typeof run>]>([
    ['is done after 2 s without contradiction', {}, [[1, 'handed over']], ['success', 3]],
    [
      'is done also if the same is reported again',
      {},
      [
        [1, 'handed over'],
        [2, 'report', closed],
      ],
      ['success', 3],
    ],
    [
      'waits for its end after a contradiction',
      {},
      [
        [1, 'handed over'],
        [2, 'report', closing],
      ],
      ['device_not_responding', 31],
    ],
    [
      'does not rely on an assumed place',
      { before: stateAt({ position: 1, assumed: true }) },
      [[1, 'handed over']],
      ['device_not_responding', 31],
    ],
    [
      'does not rely on what was not reported live',
      { before: null },
      [[1, 'handed over']],
      ['device_not_responding', 31],
    ],
    [
      'of a light is done so too',
      { goal: light, before: stateAt({ light1Brightness: 1 }) },
      [[0, 'handed over']],
      ['success', 2],
    ],
    [
      'to lock is done so too',
      { goal: lock('locked'), before: stateAt({ motorLockState: 'locked' }) },
      [[0, 'handed over']],
      ['success', 2],
    ],
    [
      'to unlock is never done so',
      { goal: lock('unlocked'), before: stateAt({ motorLockState: 'unlocked' }) },
      [[0, 'handed over']],
      ['device_not_responding', 30],
    ],
  ])('whose goal was reported before %s [HW39]', (_name, change, steps, expected) => {
    expect(run({ before: stateAt({ position: 1 }), ...change }, steps)).toEqual(expected)
  })

  it.each<[string, Partial<ReportedAim>, [number, ...Step][], ReturnType<typeof run>]>([
    [
      'of a lock that jams says so',
      { goal: lock('locked') },
      [
        [0, 'handed over'],
        [1, 'evidence'],
        [1, 'report', { motorLockState: 'jammed' }],
      ],
      ['jammed', 1],
    ],
    [
      'of a lock that reports the old state again is open',
      { goal: lock('unlocked') },
      [
        [0, 'handed over'],
        [1, 'report', { motorLockState: 'locked' }],
      ],
      ['device_not_responding', 30],
    ],
    [
      'of a light passes other values',
      { goal: light },
      [
        [0, 'handed over'],
        [1, 'evidence'],
        [1, 'report', { light1Brightness: 0.4 }],
        [2, 'report', { light1Brightness: 1 }],
      ],
      ['success', 2],
    ],
    [
      'of a light fails if it stays at another value',
      { goal: light },
      [
        [0, 'handed over'],
        [1, 'evidence'],
        [1, 'report', { light1Brightness: 0.4 }],
      ],
      ['moved_elsewhere', 30],
    ],
  ])('%s', (_name, change, steps, expected) => {
    expect(run(change, steps)).toEqual(expected)
  })

  it.each<[string, Partial<ReportedAim>, [number, ...Step][], ReturnType<typeof run>]>([
    [
      'is done by the first message without motion',
      {},
      [
        [0, 'handed over'],
        [1, 'evidence'],
        [1, 'report', { position: 0.5 }],
      ],
      ['success', 1],
    ],
    [
      'is done after 2 s without a changed position',
      {},
      [
        [0, 'handed over'],
        [1, 'report', { status: 'closing', position: 0.45 }],
      ],
      ['success', 3],
    ],
    [
      'is unconfirmed while the position changes',
      {},
      [0, 1, 2, 3, 4, 5].map((n): [number, ...Step] =>
        n === 0 ? [0, 'handed over'] : [n, 'report', { status: 'closing', position: n / 10 }],
      ),
      ['unconfirmed', 5],
    ],
    [
      'is unconfirmed without any feedback',
      { before: stateAt({}) },
      [[0, 'handed over']],
      ['unconfirmed', 5],
    ],
    [
      'does not rely on an assumed place',
      { before: stateAt({ position: 0.5, assumed: true }) },
      [[0, 'handed over']],
      ['unconfirmed', 5],
    ],
  ])('to stop %s', (_name, change, steps, expected) => {
    const stop = { goal: { kind: 'rest', target: {} }, isStop: true, isAwaited: false } as const
    expect(run({ before: stateAt(closing), ...stop, ...change }, steps)).toEqual(expected)
  })

  it.each([true, false])('is unconfirmed at once where nothing confirms; awaited: %s', (isAwaited) => {
    expect(run({ confirmation: 'none', isAwaited }, [[1, 'handed over']])).toEqual(['unconfirmed', 1])
  })
})
