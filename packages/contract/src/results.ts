import * as z from 'zod/mini'
import { unitSchema } from './device-state.ts'
import { ERROR_CATALOGUE, type ErrorCode } from './errors.ts'

const axes = { position: z.optional(z.nullable(unitSchema)), inclination: z.optional(z.nullable(unitSchema)) }

/**
 * More about an error, where the server knows it. `stopped`: somebody stopped it. `replaced`: a newer command took its
 * place. `jammed`: the lock did. `restarted`: the device started again on the way, also after a power cut.
 * `moved_elsewhere`: it was moved on the spot, or something stood in its way. Of an unlocking:
 * `pin_required`, `pin_wrong`, `pin_locked` (ten wrong tries: for an hour), `passkey_required`.
 */
export const RESULT_DETAILS = [
  'stopped',
  'replaced',
  'jammed',
  'restarted',
  'moved_elsewhere',
  'pin_required',
  'pin_wrong',
  'pin_locked',
  'passkey_required',
] as const
export type ResultDetail = (typeof RESULT_DETAILS)[number]

/** What became of a command, for all devices of which the same is to be said. */
export const commandResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), device_ids: z.array(z.string()), ...axes }),
  z.object({
    status: z.literal('error'),
    error: z.string(),
    error_description: z.string(),
    error_detail: z.optional(z.enum(RESULT_DETAILS)),
    device_ids: z.array(z.string()),
    ...axes,
  }),
])
export type CommandResult = z.infer<typeof commandResultSchema>
export const commandResultsSchema = z.array(commandResultSchema)

interface Reached {
  position?: number | null
  inclination?: number | null
}

/** What became of a command on one device. `reached` is where it came to rest, 0..1. */
export type DeviceOutcome =
  | { deviceId: string; ok: true; reached?: Reached }
  | { deviceId: string; ok: false; error: ErrorCode; detail?: ResultDetail; reached?: Reached }

/** Merges outcomes of which the same is to be said (status, error, detail, place reached), keeping the order of the first of each. */
export function mergeOutcomes(outcomes: readonly DeviceOutcome[]): CommandResult[] {
  const groups = new Map<string, CommandResult>()
  for (const outcome of outcomes) {
    const reached = outcome.reached ?? {}
    const failure = outcome.ok ? null : [outcome.error, outcome.detail]
    const key = JSON.stringify([failure, reached.position, reached.inclination])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, resultOf(outcome))
    else if (!group.device_ids.includes(outcome.deviceId)) group.device_ids.push(outcome.deviceId)
  }
  return [...groups.values()]
}

function resultOf(outcome: DeviceOutcome): CommandResult {
  const place = { device_ids: [outcome.deviceId], ...outcome.reached }
  if (outcome.ok) return { status: 'success', ...place }
  return {
    status: 'error',
    error: outcome.error,
    error_description: ERROR_CATALOGUE[outcome.error].description,
    ...(outcome.detail === undefined ? {} : { error_detail: outcome.detail }),
    ...place,
  }
}
