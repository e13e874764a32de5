import type { ErrorCode } from '@senca/contract'
import type { Command } from './command-desk.ts'

/** How a controller of the first generation refuses what it does not know; null where it knows it. */
export function refusalOfFirst(command: Command): ErrorCode | null {
  switch (command.command) {
    case 'move':
      // One motor at a time.
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
