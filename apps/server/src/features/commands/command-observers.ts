import { type DeviceCommand, targetOfMove } from '@senca/contract'
import type { ActivityAction, ActivityDetails } from '@senca/contract/activity'
import type { ActivityEnd, ActivityLife } from '#features/activity/index.ts'
import type { Span, Tracing } from '#platform/tracing/tracing.ts'
import type { CommandEvent } from './progress.ts'

/** Follows the life of a command. The tracker calls each function but `progressed` at most once. */
export interface CommandObserver {
  /** The command is being sent. */
  started?(): void
  /** The device has answered that it takes the command, or a report is the first evidence of it. */
  acknowledged?(): void
  /** Something happened on which the end depends, such as a report, another command or a deadline. */
  progressed?(event: CommandEvent): void
  /** Also called for a command that was refused before it was sent. */
  ended?(end: ActivityEnd): void
}

/** A command in the form of an activity entry; axes are 0..1. */
export function activityOf(command: DeviceCommand | { command: 'abort' }): {
  action: ActivityAction
  details: ActivityDetails
} {
  switch (command.command) {
    case 'abort':
      return { action: 'stop', details: {} }
    case 'move':
      return { action: 'move', details: targetOfMove(command) }
    case 'unlock': {
      const { lockType, unlockDuration = null } = command
      return { action: 'unlock', details: { lockType, unlockDuration } }
    }
    default: {
      const { command: action, ...details } = command
      return { action, details }
    }
  }
}

/** Records a command in an entry of the activity log, which is created when the command is sent unless it exists already. */
export function recordCommand(entry: ActivityLife | (() => ActivityLife)): CommandObserver {
  let life = typeof entry === 'function' ? null : entry
  return {
    started() {
      if (typeof entry === 'function') life = entry()
    },
    acknowledged: () => life?.acknowledged(),
    ended(end) {
      // During a shutdown of the server the result is unknown, so the entry stays open.
      if (end.ok !== false || end.error !== 'internal_error') life?.ended(end)
    },
  }
}

/** Adds the two steps of a command to its span: until the device takes it, and from then to its end. */
export function traceCommand(tracing: Tracing, span: Span): CommandObserver {
  let step: Span | null = null
  const begin = (name: string) => {
    step = span.run(() => tracing.begin(name))
  }
  return {
    started: () => begin('send to the device'),
    acknowledged: () => step?.event('acknowledged'),
    progressed({ kind }) {
      if (kind !== 'acknowledged' && kind !== 'handed_over') return
      step?.end()
      begin('follow to the end')
    },
    ended(end) {
      if (end.ok === false) step?.fail(end.error)
      step?.end()
    },
  }
}
