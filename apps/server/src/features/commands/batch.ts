import { type ErrorCode, parseCommand } from '@senca/contract'
import type { SentCommand } from './command-goal.ts'

export type RawCommand = { token: string } & Record<string, unknown>

/** The command for one device; `error` if it cannot be parsed. */
export type BatchEntry = { deviceId: string } & (
  | { ok: true; command: SentCommand }
  | { ok: false; error: ErrorCode }
)

export function entryOf(deviceId: string, raw: Readonly<Record<string, unknown>>): BatchEntry {
  const parsed = parseCommand(raw)
  return parsed.ok
    ? { deviceId, ok: true, command: parsed.command }
    : { deviceId, ok: false, error: parsed.error }
}

/** Parses a batch into one entry per device. A device that is named twice gets an error instead of a command. */
export function readBatch(commands: readonly RawCommand[]): BatchEntry[] {
  const rawById = new Map<string, Record<string, unknown>[]>()
  for (const { token, ...raw } of commands) rawById.set(token, [...(rawById.get(token) ?? []), raw])
  return [...rawById].map(([deviceId, raws]): BatchEntry => {
    const [raw] = raws
    if (raw === undefined || raws.length > 1) return { deviceId, ok: false, error: 'multiple_command_values' }
    return entryOf(deviceId, raw)
  })
}
