import { AXES, type DeviceState } from '@senca/contract'
import type { Confirmation } from '#drivers/driver.ts'
import { type CommandGoal, judge, lockOf } from './command-goal.ts'
import type { Aim, CommandEvent, Done, Machine } from './progress.ts'

/** A command without evidence is unconfirmed this long after it was handed over. */
const EVIDENCE_MS = 5_000
/** What was reported before counts as done if nothing contradicts it for this long; a shade that keeps its place as stopped. */
const STILL_MS = 2_000

/** What a command to hardware that does not acknowledge commands wants to reach. */
export interface ReportedAim extends Aim {
  confirmation: Exclude<Confirmation, 'acknowledged'>
  isAwaited: boolean
  /** The live state when the command was sent; null if the device has not reported since it connected. */
  before: DeviceState | null
}

/** What is known of a command that is not over. Times are milliseconds since 1970. */
interface Following {
  phase: 'sent' | 'handed_over'
  handedOverAt: number
  /** The device may take `restMs` from that time to come to rest. */
  restMs: number
  hasEvidence: boolean
  /** A report since then contradicts the goal, which was reported before the command was sent. */
  isContradicted: boolean
  /** When the position last changed, or when the command was handed over. */
  stillSince: number
  /** The newest report since the command was sent. */
  state: DeviceState | null
}
export type ReportedProgress = Following | Done

const SENT: Following = {
  phase: 'sent',
  handedOverAt: 0,
  restMs: 0,
  hasEvidence: false,
  isContradicted: false,
  stillSince: 0,
  state: null,
}

const done = (
  { state }: Pick<Following, 'state'>,
  end: Pick<Done, 'error'> & Partial<Pick<Done, 'detail' | 'isUnconfirmed'>>,
): Done => ({ phase: 'done', detail: null, state, ...end })

const success = (progress: Following) => done(progress, { error: null })
const unconfirmed = (progress: Following) => done(progress, { error: null, isUnconfirmed: true })
const failed = (progress: Following, detail: Done['detail']) =>
  done(progress, { error: 'device_update_failed', detail })

/** Follows a command by what its device reports. Reports count only after the first evidence. */
export const reportedMachine = (aim: ReportedAim): Machine<ReportedProgress> => ({
  first: SENT,
  next: (progress, event) => nextReported(progress, event, aim),
  dueAt: (progress) => (progress.phase === 'done' ? null : (nextDue(progress, aim)?.at ?? null)),
})

export function nextReported(
  progress: ReportedProgress,
  event: CommandEvent,
  aim: ReportedAim,
): ReportedProgress {
  if (progress.phase === 'done') return progress
  switch (event.kind) {
    case 'handed_over': {
      const { at, restMs } = event
      if (aim.confirmation === 'none') return unconfirmed(progress)
      return settled({ ...progress, phase: 'handed_over', handedOverAt: at, restMs, stillSince: at }, aim)
    }
    case 'evidence':
      return settled({ ...progress, hasEvidence: true }, aim)
    case 'report':
      return settled(afterReport(progress, event, aim), aim)
    case 'other_taken':
      return afterOther(progress, event, aim)
    case 'overdue':
      return nextDue(progress, aim)?.end ?? progress
    case 'ended':
      return done(progress, { error: event.error, detail: replacedIf(event.error) })
    case 'acknowledged':
    case 'connection':
      return progress
  }
}

const replacedIf = (error: Done['error']) => (error === 'device_update_failed' ? 'replaced' : null)

function afterReport(
  progress: Following,
  { at, state }: Extract<CommandEvent, { kind: 'report' }>,
  aim: ReportedAim,
): Following {
  const last = progress.state ?? aim.before
  const hasMoved = last === null || AXES.some((axis) => last[axis] !== state[axis])
  return {
    ...progress,
    state,
    isContradicted: progress.isContradicted || !isGoalReported(aim, state),
    stillSince: hasMoved ? at : progress.stillSince,
  }
}

/** A newer command for the same part ends an older one, because evidence counts for the newest only. */
function afterOther(
  progress: Following,
  { part, isStop, turn }: Extract<CommandEvent, { kind: 'other_taken' }>,
  aim: ReportedAim,
): ReportedProgress {
  if (turn <= aim.turn || part !== aim.part) return progress
  const isOpen = !aim.isAwaited && !progress.hasEvidence
  return isOpen ? unconfirmed(progress) : failed(progress, isStop ? 'stopped' : 'replaced')
}

/** Whether a state has the goal, in motion or not. What was only echoed or computed proves nothing. */
const isGoalReported = ({ goal, tolerance }: Pick<Aim, 'goal' | 'tolerance'>, state: DeviceState): boolean =>
  !state.assumed && judge(goal, { ...state, status: 'ready' }, tolerance) === 'reached'

/** Ends the command if the newest report decides it. */
function settled(progress: Following, { goal, isStop, tolerance }: ReportedAim): ReportedProgress {
  const { phase, hasEvidence, state } = progress
  if (phase === 'sent' || !hasEvidence || state === null) return progress
  if (isStop) return state.status === 'ready' ? success(progress) : progress
  if (isJammed(goal, state)) return failed(progress, 'jammed')
  if (state.assumed) return progress
  const verdict = judge(goal, state, tolerance)
  if (verdict === 'reached') return success(progress)
  // Lights pass other values on their way and do not report that they are in motion.
  return verdict === 'elsewhere' && goal.kind !== 'value' ? failed(progress, 'moved_elsewhere') : progress
}

const isJammed = (goal: CommandGoal, state: DeviceState): boolean =>
  goal.kind === 'lock' && lockOf(goal.lockType, state) === 'jammed'

/** A lock counts as unlocked only by a report after the command. */
const canBeDoneBefore = ({ goal, isStop, before }: ReportedAim): boolean =>
  before !== null &&
  !isStop &&
  goal.kind !== 'own_place' &&
  !(goal.kind === 'lock' && goal.intent === 'unlocked')

/** The next deadline of the command, and how it ends then. */
function nextDue(progress: Following, aim: ReportedAim): { at: number; end: Done } | null {
  const { phase, handedOverAt, restMs, hasEvidence, isContradicted, stillSince, state } = progress
  if (phase === 'sent') return null
  const dues = [{ at: handedOverAt + restMs, end: atDeadline(progress, aim) }]
  if (!hasEvidence && !aim.isAwaited)
    dues.push({ at: handedOverAt + EVIDENCE_MS, end: unconfirmed(progress) })
  const { before } = aim
  const still = success({ ...progress, state: state ?? before })
  if (before !== null && canBeDoneBefore(aim) && !isContradicted && isGoalReported(aim, before))
    dues.push({ at: handedOverAt + STILL_MS, end: still })
  if (aim.isStop && hasPlace(state ?? before)) dues.push({ at: stillSince + STILL_MS, end: still })
  return dues.reduce((first, due) => (due.at < first.at ? due : first))
}

const hasPlace = (state: DeviceState | null): boolean =>
  state !== null && !state.assumed && AXES.some((axis) => state[axis] !== null)

function atDeadline(progress: Following, { goal, isStop, tolerance }: ReportedAim): Done {
  const { state, hasEvidence } = progress
  if (isStop) return unconfirmed(progress)
  const verdict = state === null ? 'inFlight' : judge(goal, state, tolerance)
  const isAssumed = state?.assumed === true
  if (isAssumed && verdict === 'reached') return unconfirmed(progress)
  // Not every lock reports that its latch was pulled.
  const isUnlatch = goal.kind === 'lock' && goal.lockType === 'magnet' && goal.intent === 'unlocked'
  if (isUnlatch && hasEvidence && verdict === 'inFlight') return unconfirmed(progress)
  return hasEvidence && !isAssumed && verdict === 'elsewhere'
    ? failed(progress, 'moved_elsewhere')
    : done(progress, { error: 'device_not_responding' })
}
