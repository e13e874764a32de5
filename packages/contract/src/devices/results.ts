import * as z from 'zod/mini'
import { unitSchema } from './device-state.ts'

const axes = { position: z.optional(z.nullable(unitSchema)), inclination: z.optional(z.nullable(unitSchema)) }

/**
 * More about an error, if the server knows it.
 * - `stopped`: somebody stopped it.
 * - `replaced`: a newer command replaced it.
 * - `jammed`: the lock jammed.
 * - `restarted`: the device restarted during the movement, also after a power cut.
 * - `moved_elsewhere`: it was moved on site, or an obstacle stopped it.
 * - `door_open`: the door behind the shade is not known to be closed; an automatic movement must not lock anybody out.
 * - `may_still_happen`: third-party hardware has the command and may carry it out later, although it did not answer.
 * - `pin`: the PIN of a bridge is missing or wrong. `approval_required`: a bridge has to ask a person. `approval_denied`,
 *   `approval_expired`: the person refused, or nobody answered.
 * - `pin_required`, `pin_wrong`, `pin_locked` (for this person for an hour, after ten wrong PINs), `passkey_required`: for unlocking.
 */
export const RESULT_DETAILS = [
  'stopped',
  'replaced',
  'jammed',
  'restarted',
  'moved_elsewhere',
  'door_open',
  'may_still_happen',
  'pin_required',
  'pin_wrong',
  'pin_locked',
  'passkey_required',
  'pin',
  'approval_required',
  'approval_denied',
  'approval_expired',
] as const
export type ResultDetail = (typeof RESULT_DETAILS)[number]

/** The result of a command, for all devices that have the same result. */
export const commandResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), device_ids: z.array(z.string()), ...axes }),
  /** It was sent to third-party hardware, and nothing says whether it was carried out. It may still happen. */
  z.object({ status: z.literal('unconfirmed'), device_ids: z.array(z.string()), ...axes }),
  z.object({
    status: z.literal('error'),
    error: z.string(),
    error_description: z.string(),
    /** One of `RESULT_DETAILS`; with `weather_scenario_matched` an English text. */
    error_detail: z.optional(z.string()),
    /** What holds the device, with `weather_scenario_matched`; parsed with `safetySchema`. */
    safety: z.optional(z.unknown()),
    device_ids: z.array(z.string()),
    ...axes,
  }),
])
export type CommandResult = z.infer<typeof commandResultSchema>
export const commandResultsSchema = z.array(commandResultSchema)
