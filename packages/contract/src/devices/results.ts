import * as z from 'zod/mini'
import { unitSchema } from './device-state.ts'

const axes = { position: z.optional(z.nullable(unitSchema)), inclination: z.optional(z.nullable(unitSchema)) }

/**
 * More about an error, where the server knows it. `stopped`: somebody stopped it. `replaced`: a newer command took its
 * place. `jammed`: the lock did. `restarted`: the device started again on the way, also after a power cut.
 * `moved_elsewhere`: it was moved on the spot, or something stood in its way. `door_open`: the door behind it is not
 * known to be closed, and nothing automatic locks anybody out. Of an unlocking:
 * `pin_required`, `pin_wrong`, `pin_locked` (ten wrong tries: for an hour), `passkey_required`.
 */
export const RESULT_DETAILS = [
  'stopped',
  'replaced',
  'jammed',
  'restarted',
  'moved_elsewhere',
  'door_open',
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
    /** One of `RESULT_DETAILS`; of `weather_scenario_matched` an English text. */
    error_detail: z.optional(z.string()),
    /** What holds the device, with `weather_scenario_matched`; `safetySchema` reads it. */
    safety: z.optional(z.unknown()),
    device_ids: z.array(z.string()),
    ...axes,
  }),
])
export type CommandResult = z.infer<typeof commandResultSchema>
export const commandResultsSchema = z.array(commandResultSchema)
