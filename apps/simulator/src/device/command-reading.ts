import {
  type DeviceCommandMessage,
  deviceCommandMessageSchema,
  type ErrorCode,
  isCommandName,
  LIMITS,
  parseCommand,
  withoutUnknownKeys,
} from '@senca/contract'
import { isRecord, parseJson } from '../json.ts'

export type ReadCommand =
  | {
      kind: 'command'
      id: string
      /** Null if the server does not say when it sent the command. */
      sentAtMs: number | null
      expiresAtMs: number
      command: DeviceCommandMessage['command']
    }
  | { kind: 'refused'; id: string; error: ErrorCode }
  /** Without an id it is not possible to answer. */
  | { kind: 'unreadable' }

/** Parses a message of the `command` topic. If it must be refused, returns the protocol error [DP22]. */
export function readCommand(text: string): ReadCommand {
  if (Buffer.byteLength(text) > LIMITS.DEVICE_PAYLOAD_MAX_BYTES) return { kind: 'unreadable' }
  const raw = parseJson(text)
  if (!isRecord(raw) || typeof raw.id !== 'string' || raw.id === '' || raw.id.length > 64) {
    return { kind: 'unreadable' }
  }
  const { id } = raw
  const message = deviceCommandMessageSchema.safeParse(raw)
  if (!message.success) return { kind: 'refused', id, error: errorOf(raw) }
  const expiresAtMs = Date.parse(message.data.expiresAt)
  if (Number.isNaN(expiresAtMs)) return { kind: 'refused', id, error: 'invalid_command' }
  const sentAtMs = Date.parse(message.data.sentAt ?? '')
  const { command } = message.data
  const isMoveOfNothing =
    command.command === 'move' && command.position === undefined && command.inclination === undefined
  if (isMoveOfNothing) return { kind: 'refused', id, error: 'invalid_command' }
  return { kind: 'command', id, sentAtMs: Number.isNaN(sentAtMs) ? null : sentAtMs, expiresAtMs, command }
}

function errorOf(raw: Record<string, unknown>): ErrorCode {
  const rest = withoutUnknownKeys(raw)
  if (rest.command === 'settings' && isRecord(rest.settings)) return 'bad_command_value'
  if (typeof rest.command !== 'string' || !isCommandName(rest.command)) return 'invalid_command'
  // In the protocol, a move to ventilation has the same fields as a move.
  const parsed = parseCommand(rest.command === 'move_to_ventilation' ? { ...rest, command: 'move' } : rest)
  const isBadValue =
    !parsed.ok && (parsed.error === 'bad_command_value' || parsed.error === 'bad_command_type')
  return isBadValue ? 'bad_command_value' : 'invalid_command'
}
