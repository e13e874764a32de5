import type { ErrorCode } from '@senca/contract'
import type { Command } from './command-desk.ts'

/** The error with which a controller of the first generation refuses a command that it does not support; null if it does. */
export function refusalOfFirst(command: Command): ErrorCode | null {
  switch (command.command) {
    case 'move':
      // The first generation moves only one axis at a time.
      return command.position !== undefined && command.inclination !== undefined
        ? 'device_unsupported_action'
        : null
    case 'move_to_ventilation':
    case 'settings':
    case 'register_key':
      return 'invalid_command'
    default:
      return null
  }
}
