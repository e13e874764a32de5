import type { Counts, DeviceState, ErrorCode, ResultDetail, Target } from '@senca/contract'
import { isLater } from '#features/devices/index.ts'
import { type CommandGoal, judge, lockOf, type Verdict } from './command-goal.ts'
import { type Course, nextCourse, UNSEEN } from './course.ts'

/** How far a command that is waited for has come. */
export type Progress =
  | { phase: 'sent'; isDoneIfTaken: boolean; isTakenOver: boolean; course: Course }
  | { phase: 'taken'; hasReported: boolean; course: Course }
  | { phase: 'done'; error: ErrorCode | null; detail: ResultDetail | null }

export type ProgressEvent =
  /** `target` is where the device itself says that it goes. */
  | { kind: 'report'; state: DeviceState; counts: Counts; target: Target | null }
  | { kind: 'acknowledged' }
  /** The device took something newer that ends or turns the movement. */
  | { kind: 'interrupted' }
  /** It was stopped, and took something newer before it was seen at rest. */
  | { kind: 'taken_over' }
  /** Ten seconds without what was to come: the first report, or the connection. */
  | { kind: 'silence'; isAway: boolean }
  | { kind: 'overdue' }
  /** There is nothing more to wait for. */
  | { kind: 'ended'; error: ErrorCode }

/** What a command is about. */
interface Aim {
  goal: CommandGoal
  /** A stop does what it should when something newer takes its place. */
  isStop: boolean
  /** The counts of the newest report when it was sent. */
  sentAt: Counts
}

export const hasRestarted = (counts: Counts, before: Counts): boolean =>
  counts.totalRestarts !== null &&
  before.totalRestarts !== null &&
  counts.totalRestarts > before.totalRestarts

export const SENT: Progress = { phase: 'sent', isDoneIfTaken: false, isTakenOver: false, course: UNSEEN }

const done = (error: ErrorCode | null, detail: ResultDetail | null = null): Progress => ({
  phase: 'done',
  error,
  detail,
})

/**
 * Only a report makes a command done, and only one that the device made after the command was sent. A report that
 * came before the acknowledgement may still be about the time before, so of these only success counts.
 */
export function nextProgress(progress: Progress, event: ProgressEvent, aim: Aim): Progress {
  if (progress.phase === 'done') return progress
  switch (event.kind) {
    case 'report':
      return isLater(event.counts, aim.sentAt) ? afterReport(progress, event, aim) : progress
    case 'acknowledged':
      if (progress.phase === 'taken') return progress
      if (progress.isDoneIfTaken) return done(null)
      return progress.isTakenOver
        ? takenOver(aim)
        : { phase: 'taken', hasReported: false, course: progress.course }
    case 'interrupted':
      return { ...progress, course: { ...progress.course, isDiverted: true } }
    case 'taken_over':
      return progress.phase === 'sent' ? { ...progress, isTakenOver: true } : takenOver(aim)
    case 'silence':
      if (progress.phase === 'sent' || (progress.hasReported && !event.isAway)) return progress
      return done('device_not_responding')
    case 'overdue':
      return done('device_not_responding')
    case 'ended':
      return done(event.error)
  }
}

const takenOver = ({ isStop }: Aim): Progress => done(isStop ? null : 'device_update_failed')

function afterReport(
  progress: Exclude<Progress, { phase: 'done' }>,
  { state, counts, target }: Extract<ProgressEvent, { kind: 'report' }>,
  { goal, sentAt }: Aim,
): Progress {
  if (progress.phase === 'sent') {
    // Where a place that nobody knows is, is not said by a rest from before the device took the command.
    const isDoneIfTaken = goal.kind !== 'own_place' && judge(goal, state) === 'reached'
    return { ...progress, isDoneIfTaken }
  }
  const hasBegunAgain = hasRestarted(counts, sentAt)
  const seen = nextCourse(progress.course, state, target)
  const course = hasBegunAgain ? { ...seen, isDiverted: true } : seen
  const verdict = verdictOf(goal, state, course)
  if (verdict === 'reached') return done(null)
  // A device that restarted on the way and is at rest has forgotten what it was asked.
  const isForgotten = hasBegunAgain && state.status === 'ready'
  if (verdict === 'underway' && !isForgotten) return { phase: 'taken', hasReported: true, course }
  const isJammed = goal.kind === 'lock' && lockOf(goal.lockType, state) === 'jammed'
  if (isJammed) return done('device_update_failed', 'jammed')
  return done('device_update_failed', hasBegunAgain ? 'restarted' : null)
}

/** Of a place that only the device knows: by what it said of it, or else by whether anything came between. */
function verdictOf(goal: CommandGoal, state: DeviceState, { target, isDiverted }: Course): Verdict {
  if (goal.kind !== 'own_place') return judge(goal, state)
  if (target !== null) return judge({ kind: 'rest', target }, state)
  const verdict = judge(goal, state)
  return verdict === 'reached' && isDiverted ? 'elsewhere' : verdict
}
