import { type ErrorCode, parseCommand } from '@senca/contract'
import type { SentCommand } from './command-goal.ts'

export type RawCommand = { token: string } & Record<string, unknown>

/** The command for one device; `error` if it cannot be parsed. */
export type BatchEntry = { deviceId: string } & (
  | { ok: true; command: SentCommand }
  | { ok: false; error: ErrorCode }
)

export const idsOf = (entries: readonly BatchEntry[]): string[] => [
  ...new Set(entries.map(({ deviceId }) => deviceId)),
]

export function entryOf(deviceId: string, raw: Readonly<Record<string, unknown>>): BatchEntry {
  const parsed = parseCommand(raw)
  return parsed.ok
    ? { deviceId, ok: true, command: parsed.command }
    : { deviceId, ok: false, error: parsed.error }
}

/**
 * Parses a batch into one entry per device. A device that is named twice gets an error instead of a command, except a door whose
 * locks are unlocked, each once: then it has an entry for each lock.
 */
export function readBatch(commands: readonly RawCommand[]): BatchEntry[] {
  const rawById = new Map<string, Record<string, unknown>[]>()
  for (const { token, ...raw } of commands) rawById.set(token, [...(rawById.get(token) ?? []), raw])
  return [...rawById].flatMap(([deviceId, raws]): BatchEntry[] => {
    const entries = raws.map((raw) => entryOf(deviceId, raw))
    return entries.length === 1 || unlocksEachLockOnce(entries)
      ? entries
      : [{ deviceId, ok: false, error: 'multiple_command_values' }]
  })
}

function unlocksEachLockOnce(entries: readonly BatchEntry[]): boolean {
  const locks = entries.map((entry) =>
    entry.ok && entry.command.command === 'unlock' ? entry.command.lockType : null,
  )
  return !locks.includes(null) && new Set(locks).size === locks.length
}
