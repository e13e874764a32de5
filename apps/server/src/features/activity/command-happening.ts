import { type DeviceCommand, targetOfMove } from '@senca/contract'
import type { ActivityAction, ActivityDetails } from '@senca/contract/activity'

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
