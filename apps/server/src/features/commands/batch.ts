import { type DeviceCommand, type ErrorCode, parseCommand } from '@senca/contract'

export type BatchEntry = { deviceId: string } & (
  | { ok: true; command: DeviceCommand }
  | { ok: false; error: ErrorCode }
)

/** Reads the commands of a batch, one entry per device; a device that is named twice gets neither. */
export function readBatch(commands: readonly ({ token: string } & Record<string, unknown>)[]): BatchEntry[] {
  const rawById = new Map<string, Record<string, unknown>[]>()
  for (const { token, ...raw } of commands) rawById.set(token, [...(rawById.get(token) ?? []), raw])
  return [...rawById].map(([deviceId, raws]): BatchEntry => {
    const [raw] = raws
    if (raw === undefined || raws.length > 1) return { deviceId, ok: false, error: 'multiple_command_values' }
    return entryOf(deviceId, raw)
  })
}

/** Reads a command for a device. */
export function entryOf(deviceId: string, raw: Readonly<Record<string, unknown>>): BatchEntry {
  const parsed = parseCommand(raw)
  return parsed.ok
    ? { deviceId, ok: true, command: parsed.command }
    : { deviceId, ok: false, error: parsed.error }
}
