import {
  AXES,
  type Axis,
  type Counts,
  type DeviceState,
  type ErrorCode,
  isBusy,
  LIMITS,
  type ResultDetail,
  type Target,
} from '@senca/contract'
import { isLater } from '#features/devices/index.ts'
import { type CommandGoal, judge, lockOf, type Part, type Verdict } from './command-goal.ts'

/** A shade that goes back so far has turned round; less is the last of the movement before. */
const TURNED_WAY = 0.05

/** What a command is about. */
export interface Aim {
  goal: CommandGoal
  part: Part
  isStop: boolean
  /** Counts up in the order in which commands became known to this instance. */
  turn: number
  /** The counts of the newest report when it was sent. */
  sentAt: Counts
}

/** How a shade moves to a place that only it knows. */
interface MovementPath {
  /** Where it says that it goes; null while it has not said. */
  target: Target | null
  /** Where it was first seen on the way, and how far it got to either side; null before. */
  way: { axis: Axis; from: number; low: number; high: number } | null
  /** Whether it is known that it does not end where it was sent. */
  isDiverted: boolean
}

/** What is known of a command that is not over; times are milliseconds since 1970. */
interface Known {
  path: MovementPath
  /** What the device took after it for the same part, the first of these. */
  interruption: 'stopped' | 'replaced' | null
  /** What was stopped is over when the device takes something newer. */
  isStopped: boolean
  /** The newest report since it was sent. */
  state: DeviceState | null
  /** When it is over unless the device is back; null while it is connected. */
  awayUntil: number | null
}
type Sent = Known & {
  phase: 'sent'
  /** The device reported the goal before it acknowledged the command. */
  isDoneIfTaken: boolean
  isTakenOver: boolean
}
type Taken = Known & {
  phase: 'taken'
  hasReported: boolean
  takenAt: number
  /** It may take `restMs` from then on. */
  restFrom: number
  restMs: number
}
/** How a command ended, `error` null for success, and the newest report by then. */
export interface Done {
  phase: 'done'
  error: ErrorCode | null
  detail: ResultDetail | null
  state: DeviceState | null
}
export type Progress = Sent | Taken | Done

/** A pure state machine that ends with `Done`. */
export interface Machine<S extends { phase: string }> {
  first: S
  next(state: S, event: CommandEvent): S | Done
  /** When its event `overdue` is due, milliseconds since 1970; null for never. */
  dueAt(state: S): number | null
}

/** What happens to a command that was sent. `restMs` is how long it may take to come to rest, by what is known then. */
export type CommandEvent =
  | { kind: 'acknowledged'; at: number; restMs: number }
  /** `target` is where the device itself says that it goes. */
  | {
      kind: 'report'
      at: number
      restMs: number
      state: DeviceState
      counts: Counts
      target: Target | null
    }
  | { kind: 'connection'; at: number; isConnected: boolean }
  /** The device took another command, by whichever instance it was sent; `state` is what it last reported. */
  | {
      kind: 'other_taken'
      at: number
      restMs: number
      part: Part
      isStop: boolean
      turn: number
      state: DeviceState
    }
  /** Its deadline has passed. */
  | { kind: 'overdue' }
  /** Nobody waits for it any more. */
  | { kind: 'ended'; error: ErrorCode }

export const isDone = (state: { phase: string }): state is Done => state.phase === 'done'

export const hasRestarted = (counts: Counts, before: Counts): boolean =>
  counts.totalRestarts !== null &&
  before.totalRestarts !== null &&
  counts.totalRestarts > before.totalRestarts

export const SENT: Progress = {
  phase: 'sent',
  path: { target: null, way: null, isDiverted: false },
  interruption: null,
  isStopped: false,
  state: null,
  awayUntil: null,
  isDoneIfTaken: false,
  isTakenOver: false,
}

const done = (
  { interruption, state }: Known,
  error: ErrorCode | null,
  detail: ResultDetail | null = null,
): Done => ({
  phase: 'done',
  error,
  detail: error === 'device_update_failed' ? (interruption ?? detail ?? 'moved_elsewhere') : null,
  state,
})

/**
 * Only a report makes a command done, and only one that the device made after the command was sent. A report that
 * came before the acknowledgement may still be about the time before, so of these only success counts.
 */
export function nextProgress(progress: Progress, event: CommandEvent, aim: Aim): Progress {
  if (progress.phase === 'done') return progress
  switch (event.kind) {
    case 'acknowledged':
      return progress.phase === 'sent' ? afterAcknowledgement(progress, event, aim) : progress
    case 'report': {
      const known = { ...allowed(progress, event.restMs), state: event.state }
      return isLater(event.counts, aim.sentAt) ? afterReport(known, event, aim) : known
    }
    case 'connection': {
      const awayUntil = event.isConnected ? null : event.at + LIMITS.COMMAND_STATE_MS
      return { ...progress, awayUntil }
    }
    case 'other_taken':
      return afterOther(progress, event, aim)
    case 'overdue':
      return done(progress, 'device_not_responding')
    case 'ended':
      return done(progress, event.error)
  }
}

/** When a command is overdue; null where nothing but the acknowledgement is waited for. */
export function dueAt(progress: Progress): number | null {
  if (progress.phase !== 'taken') return null
  const { takenAt, restFrom, restMs, hasReported, awayUntil } = progress
  return Math.min(
    restFrom + restMs,
    takenAt + LIMITS.COMMAND_REST_MAX_MS,
    hasReported ? Number.POSITIVE_INFINITY : takenAt + LIMITS.COMMAND_STATE_MS,
    awayUntil ?? Number.POSITIVE_INFINITY,
  )
}

/** What is learned of its travel time on the way never shortens the wait: a device that still reports is there. */
const allowed = <P extends Sent | Taken>(progress: P, restMs: number): P =>
  progress.phase === 'taken' ? { ...progress, restMs: Math.max(progress.restMs, restMs) } : progress

const takenOver = (known: Known, { isStop }: Aim): Done => done(known, isStop ? null : 'device_update_failed')

function afterAcknowledgement(
  { isDoneIfTaken, isTakenOver, ...known }: Sent,
  { at, restMs }: Extract<CommandEvent, { kind: 'acknowledged' }>,
  aim: Aim,
): Progress {
  if (isDoneIfTaken) return done(known, null)
  if (isTakenOver) return takenOver(known, aim)
  return { ...known, phase: 'taken', hasReported: false, takenAt: at, restFrom: at, restMs }
}

function afterOther(
  before: Sent | Taken,
  { at, restMs, part, isStop, turn, state }: Extract<CommandEvent, { kind: 'other_taken' }>,
  aim: Aim,
): Progress {
  // It has the time of the newer one to come to rest.
  const progress = before.phase === 'taken' && !isStop ? { ...allowed(before, restMs), restFrom: at } : before
  if (turn <= aim.turn || part !== aim.part) return progress
  const wasStopped = progress.isStopped || aim.isStop
  const interrupted = {
    ...progress,
    interruption: progress.interruption ?? (isStop ? ('stopped' as const) : ('replaced' as const)),
    isStopped: wasStopped || isStop,
    path: { ...progress.path, isDiverted: true },
  }
  if (isStop || !wasStopped) return interrupted
  // Where it is now, this command has left it.
  const left = { ...interrupted, state }
  return left.phase === 'sent' ? { ...left, isTakenOver: true } : takenOver(left, aim)
}

function afterReport(
  progress: Sent | Taken,
  { state, counts, target }: Extract<CommandEvent, { kind: 'report' }>,
  { goal, sentAt }: Aim,
): Progress {
  if (progress.phase === 'sent') {
    // Where a place that nobody knows is, is not said by a rest from before the device took the command.
    const isDoneIfTaken = goal.kind !== 'own_place' && judge(goal, state) === 'reached'
    return { ...progress, isDoneIfTaken }
  }
  const hasBegunAgain = hasRestarted(counts, sentAt)
  const seen = nextPath(progress.path, state, target)
  const path = hasBegunAgain ? { ...seen, isDiverted: true } : seen
  const verdict = verdictOf(goal, state, path)
  if (verdict === 'reached') return done(progress, null)
  // A device that restarted on the way and is at rest has forgotten what it was asked.
  const isForgotten = hasBegunAgain && state.status === 'ready'
  if (verdict === 'underway' && !isForgotten) return { ...progress, hasReported: true, path }
  const isJammed = goal.kind === 'lock' && lockOf(goal.lockType, state) === 'jammed'
  if (isJammed) return done(progress, 'device_update_failed', 'jammed')
  return done(progress, 'device_update_failed', hasBegunAgain ? 'restarted' : null)
}

/** Of a place that only the device knows: by what it said of it, or else by whether anything came between. */
function verdictOf(goal: CommandGoal, state: DeviceState, { target, isDiverted }: MovementPath): Verdict {
  if (goal.kind !== 'own_place') return judge(goal, state)
  if (target !== null) return judge({ kind: 'rest', target }, state)
  const verdict = judge(goal, state)
  return verdict === 'reached' && isDiverted ? 'elsewhere' : verdict
}

/** The path after a report; `target` is where the device itself says that it goes. */
function nextPath(path: MovementPath, state: DeviceState, target: Target | null): MovementPath {
  const isMoving = isBusy(state.status)
  const axis = AXES.find((candidate) => state[candidate] !== null)
  const place = axis === undefined ? null : state[axis]
  const names = target !== null && AXES.some((candidate) => target[candidate] !== undefined)
  const known = { ...path, target: path.target ?? (isMoving && names ? target : null) }
  // A shade that only computes its place goes to an end of its way first.
  if (axis === undefined || place === null || state.assumed) return known
  const before = path.way?.axis === axis ? path.way : { from: place, low: place, high: place }
  const { from, low, high } = before
  const hasTurned =
    (high - from >= TURNED_WAY && high - place >= TURNED_WAY) ||
    (from - low >= TURNED_WAY && place - low >= TURNED_WAY)
  const way = { axis, from, low: Math.min(low, place), high: Math.max(high, place) }
  return { ...known, way, isDiverted: path.isDiverted || hasTurned }
}
