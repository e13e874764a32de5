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

/** A shade that moves back this far has reversed. A smaller change belongs to the end of the previous movement. */
const TURNED_WAY = 0.05

/** What a command wants to reach. */
export interface Aim {
  goal: CommandGoal
  part: Part
  isStop: boolean
  /** The order in which this instance learned of the commands. */
  turn: number
  /** The counts of the newest report when the command was sent. */
  sentAt: Counts
  /** How far from the goal a reported value still counts as reached. */
  tolerance?: number
}

/** The observed movement to a position that only the device knows. */
interface MovementPath {
  /** The target that the device reports; null before it reports one. */
  target: Target | null
  /** The position where the movement was first seen, and the lowest and highest position since; null before. */
  way: { axis: Axis; from: number; low: number; high: number } | null
  /** Whether it is known that the device will not end where this command sent it. */
  isDiverted: boolean
}

/** What is known of a command that is not over. Times are milliseconds since 1970. */
interface Known {
  path: MovementPath
  /** The first newer command that the device acknowledged for the same part. */
  interruption: 'stopped' | 'replaced' | null
  /** The command was stopped. It is over when the device acknowledges a newer command. */
  isStopped: boolean
  /** The newest report since the command was sent. */
  state: DeviceState | null
  /** The command is over at this time unless the device reconnects; null while it is connected. */
  awayUntil: number | null
}
type Sent = Known & {
  phase: 'sent'
  /** The device reported the goal before it acknowledged the command. */
  isDoneIfAccepted: boolean
  isTakenOver: boolean
}
type Taken = Known & {
  phase: 'accepted'
  hasReported: boolean
  acceptedAt: number
  /** The device may take `restMs` from this time to come to rest. */
  restFrom: number
  restMs: number
}
/** How a command ended, with the newest report at that time. `error` is null for success, and if nobody confirmed the command. */
export interface Done {
  phase: 'done'
  error: ErrorCode | null
  /** Nothing says whether the command was carried out. */
  isUnconfirmed?: boolean
  detail: ResultDetail | null
  state: DeviceState | null
}
export type Progress = Sent | Taken | Done

/** A pure state machine that ends in `Done`. */
export interface Machine<S extends { phase: string }> {
  first: S
  next(state: S, event: CommandEvent): S | Done
  /** When the event `overdue` is due, in milliseconds since 1970; null for never. */
  dueAt(state: S): number | null
}

/** The events of a command that was sent. `restMs` is how long it may take to come to rest, by current knowledge. */
export type CommandEvent =
  | { kind: 'acknowledged'; at: number; restMs: number }
  /** The command was handed over to hardware that does not acknowledge commands. `restMs` is how long it may take. */
  | { kind: 'handed_over'; at: number; restMs: number }
  /** A live message of such hardware changed it, or reported the goal. */
  | { kind: 'evidence'; at: number }
  /** `target` is the target that the device itself reports. */
  | {
      kind: 'report'
      at: number
      restMs: number
      state: DeviceState
      counts: Counts
      target: Target | null
    }
  | { kind: 'connection'; at: number; isConnected: boolean }
  /** The device acknowledged another command, sent by any instance. `state` is the last reported state. */
  | {
      kind: 'other_taken'
      at: number
      restMs: number
      part: Part
      isStop: boolean
      turn: number
      state: DeviceState
    }
  /** The deadline of the command has passed. */
  | { kind: 'overdue' }
  /** Nobody waits for the command any more. */
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
  isDoneIfAccepted: false,
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
 * A command is done only by a report that the device made after the command was sent. A report that came before the
 * acknowledgement may describe the time before the command, so only success counts there.
 */
export function nextProgress(progress: Progress, event: CommandEvent, aim: Aim): Progress {
  if (progress.phase === 'done') return progress
  switch (event.kind) {
    case 'acknowledged':
      return progress.phase === 'sent' ? afterAcknowledgement(progress, event, aim) : progress
    case 'handed_over':
    case 'evidence':
      return progress
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

/** The deadline of a command; null while only the acknowledgement is awaited. */
export function dueAt(progress: Progress): number | null {
  if (progress.phase !== 'accepted') return null
  const { acceptedAt, restFrom, restMs, hasReported, awayUntil } = progress
  return Math.min(
    restFrom + restMs,
    acceptedAt + LIMITS.COMMAND_REST_MAX_MS,
    hasReported ? Number.POSITIVE_INFINITY : acceptedAt + LIMITS.COMMAND_STATE_MS,
    awayUntil ?? Number.POSITIVE_INFINITY,
  )
}

/** A newly measured travel time never shortens the deadline, because a device that still reports is alive. */
const allowed = <P extends Sent | Taken>(progress: P, restMs: number): P =>
  progress.phase === 'accepted' ? { ...progress, restMs: Math.max(progress.restMs, restMs) } : progress

const takenOver = (known: Known, { isStop }: Aim): Done => done(known, isStop ? null : 'device_update_failed')

function afterAcknowledgement(
  { isDoneIfAccepted, isTakenOver, ...known }: Sent,
  { at, restMs }: Extract<CommandEvent, { kind: 'acknowledged' }>,
  aim: Aim,
): Progress {
  if (isDoneIfAccepted) return done(known, null)
  if (isTakenOver) return takenOver(known, aim)
  return { ...known, phase: 'accepted', hasReported: false, acceptedAt: at, restFrom: at, restMs }
}

function afterOther(
  before: Sent | Taken,
  { at, restMs, part, isStop, turn, state }: Extract<CommandEvent, { kind: 'other_taken' }>,
  aim: Aim,
): Progress {
  // The deadline is that of the newer command.
  const progress =
    before.phase === 'accepted' && !isStop ? { ...allowed(before, restMs), restFrom: at } : before
  if (turn <= aim.turn || part !== aim.part) return progress
  const wasStopped = progress.isStopped || aim.isStop
  const interrupted = {
    ...progress,
    interruption: progress.interruption ?? (isStop ? ('stopped' as const) : ('replaced' as const)),
    isStopped: wasStopped || isStop,
    path: { ...progress.path, isDiverted: true },
  }
  if (isStop || !wasStopped) return interrupted
  // The newer command moves the device away from its current position.
  const left = { ...interrupted, state }
  return left.phase === 'sent' ? { ...left, isTakenOver: true } : takenOver(left, aim)
}

function afterReport(
  progress: Sent | Taken,
  { state, counts, target }: Extract<CommandEvent, { kind: 'report' }>,
  { goal, sentAt, tolerance }: Aim,
): Progress {
  if (progress.phase === 'sent') {
    // For a position that only the device knows, being at rest before the acknowledgement proves nothing.
    const isDoneIfAccepted = goal.kind !== 'own_place' && judge(goal, state, tolerance) === 'reached'
    return { ...progress, isDoneIfAccepted }
  }
  const hasBegunAgain = hasRestarted(counts, sentAt)
  const seen = nextPath(progress.path, state, target)
  const path = hasBegunAgain ? { ...seen, isDiverted: true } : seen
  const verdict = verdictOf(goal, state, path, tolerance)
  if (verdict === 'reached') return done(progress, null)
  // A device that restarted during the movement and is at rest has lost the command.
  const isForgotten = hasBegunAgain && state.status === 'ready'
  if (verdict === 'inFlight' && !isForgotten) return { ...progress, hasReported: true, path }
  const isJammed = goal.kind === 'lock' && lockOf(goal.lockType, state) === 'jammed'
  if (isJammed) return done(progress, 'device_update_failed', 'jammed')
  return done(progress, 'device_update_failed', hasBegunAgain ? 'restarted' : null)
}

/**
 * For a position that only the device knows: compares with the target that the device reported, or else checks whether anything
 * interrupted the movement.
 */
function verdictOf(
  goal: CommandGoal,
  state: DeviceState,
  { target, isDiverted }: MovementPath,
  tolerance?: number,
): Verdict {
  if (goal.kind !== 'own_place') return judge(goal, state, tolerance)
  if (target !== null) return judge({ kind: 'rest', target }, state, tolerance)
  const verdict = judge(goal, state)
  return verdict === 'reached' && isDiverted ? 'elsewhere' : verdict
}

/** The path after a report; `target` is the target that the device itself reports. */
function nextPath(path: MovementPath, state: DeviceState, target: Target | null): MovementPath {
  const isMoving = isBusy(state.status)
  const axis = AXES.find((candidate) => state[candidate] !== null)
  const place = axis === undefined ? null : state[axis]
  const names = target !== null && AXES.some((candidate) => target[candidate] !== undefined)
  const known = { ...path, target: path.target ?? (isMoving && names ? target : null) }
  // A shade that only computes its position moves to an end of its range first, so this movement proves nothing.
  if (axis === undefined || place === null || state.assumed) return known
  const before = path.way?.axis === axis ? path.way : { from: place, low: place, high: place }
  const { from, low, high } = before
  const hasTurned =
    (high - from >= TURNED_WAY && high - place >= TURNED_WAY) ||
    (from - low >= TURNED_WAY && place - low >= TURNED_WAY)
  const way = { axis, from, low: Math.min(low, place), high: Math.max(high, place) }
  return { ...known, way, isDiverted: path.isDiverted || hasTurned }
}
