import { type CommandResult, ERROR_CATALOGUE, isErrorCode } from '@senca/contract'
import { safetySchema } from '@senca/contract/automation'
import { shownReason } from './shown-device.ts'

const HELD = 'weather_scenario_matched'

/** What a code of the catalogue means. Nothing that a person typed is in it. */
export const shownError = (error: string) => ({
  error,
  reason: isErrorCode(error) ? ERROR_CATALOGUE[error].description : 'It was refused.',
})

/**
 * The results of commands, by device. `taken` says that the device has the command, and not that it has done it: only the hardware says
 * that, and `get_devices` shows it.
 */
export const shownResults = (results: readonly CommandResult[]) =>
  results.flatMap((result) =>
    result.device_ids.map((id) => {
      if (result.status === 'success') return { id, answer: 'taken' }
      if (result.status === 'unconfirmed') return { id, answer: 'sent, not confirmed' }
      const held = safetySchema.safeParse(result.safety).data
      if (result.error === HELD && held !== undefined)
        return {
          id,
          answer: `held: ${held.reason.measurement}`,
          ...shownReason(held.reason),
          until: held.until,
        }
      return { id, answer: 'refused', ...shownError(result.error) }
    }),
  )
