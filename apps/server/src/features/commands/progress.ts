import type { Counts, DeviceState, ErrorCode } from '@senca/contract'
import { isLater } from '#features/devices/index.ts'
import { type CommandGoal, judge } from './command-goal.ts'

/** How far a command that is waited for has come. */
export type Progress =
  | { phase: 'sent'; isDoneIfTaken: boolean }
  | { phase: 'taken'; hasReported: boolean }
  | { phase: 'done'; error: ErrorCode | null }

export type ProgressEvent =
  | { kind: 'report'; state: DeviceState; counts: Counts }
  | { kind: 'acknowledged' }
  /** Ten seconds without what was to come: the first report, or the connection. */
  | { kind: 'silence'; isAway: boolean }
  | { kind: 'overdue' }
  /** There is nothing more to wait for. */
  | { kind: 'ended'; error: ErrorCode }

const hasRestarted = (counts: Counts, before: Counts): boolean =>
  counts.totalRestarts !== null &&
  before.totalRestarts !== null &&
  counts.totalRestarts > before.totalRestarts

export const SENT: Progress = { phase: 'sent', isDoneIfTaken: false }

/**
 * Only a report makes a command done, and only one that the device made after the command was sent. A report that
 * came before the acknowledgement may still be about the time before, so of these only success counts.
 */
export function nextProgress(
  progress: Progress,
  event: ProgressEvent,
  { goal, sentAt }: { goal: CommandGoal; sentAt: Counts },
): Progress {
  if (progress.phase === 'done') return progress
  switch (event.kind) {
    case 'report': {
      if (!isLater(event.counts, sentAt)) return progress
      const verdict = judge(goal, event.state)
      if (progress.phase === 'sent') return { phase: 'sent', isDoneIfTaken: verdict === 'reached' }
      if (verdict === 'reached') return { phase: 'done', error: null }
      // A device that restarted on the way and is at rest has forgotten what it was asked.
      const isForgotten = hasRestarted(event.counts, sentAt) && event.state.status === 'ready'
      if (verdict === 'elsewhere' || isForgotten) return { phase: 'done', error: 'device_update_failed' }
      return { phase: 'taken', hasReported: true }
    }
    case 'acknowledged':
      if (progress.phase === 'taken') return progress
      return progress.isDoneIfTaken ? { phase: 'done', error: null } : { phase: 'taken', hasReported: false }
    case 'silence':
      if (progress.phase === 'sent' || (progress.hasReported && !event.isAway)) return progress
      return { phase: 'done', error: 'device_not_responding' }
    case 'overdue':
      return { phase: 'done', error: 'device_not_responding' }
    case 'ended':
      return { phase: 'done', error: event.error }
  }
}
