import { describeSafety, type Safety } from '../automation/safety.ts'
import { ERROR_CATALOGUE, type ErrorCode } from '../errors.ts'
import type { CommandResult, ResultDetail } from './results.ts'

interface Reached {
  position?: number | null
  inclination?: number | null
}

/**
 * The outcome of a command on one device. `ok` is null if the command was sent and nobody confirmed it. `reached` is the position
 * at which the device stopped, 0..1.
 */
export type DeviceOutcome =
  | { deviceId: string; ok: true; reached?: Reached }
  | { deviceId: string; ok: null; reached?: Reached }
  | {
      deviceId: string
      ok: false
      error: ErrorCode
      detail?: ResultDetail
      safety?: Safety
      reached?: Reached
    }

/** Merges outcomes that are equal in status, error, detail, safety and position. Keeps the order in which they first occur. */
export function mergeOutcomes(outcomes: readonly DeviceOutcome[]): CommandResult[] {
  const groups = new Map<string, CommandResult>()
  for (const outcome of outcomes) {
    const reached = outcome.reached ?? {}
    const failure = outcome.ok === false ? [outcome.error, outcome.detail, outcome.safety] : []
    const key = JSON.stringify([outcome.ok, failure, reached.position, reached.inclination])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, resultOf(outcome))
    else if (!group.device_ids.includes(outcome.deviceId)) group.device_ids.push(outcome.deviceId)
  }
  return [...groups.values()]
}

function resultOf(outcome: DeviceOutcome): CommandResult {
  const place = { device_ids: [outcome.deviceId], ...outcome.reached }
  if (outcome.ok === true) return { status: 'success', ...place }
  if (outcome.ok === null) return { status: 'unconfirmed', ...place }
  return {
    status: 'error',
    error: outcome.error,
    error_description: ERROR_CATALOGUE[outcome.error].description,
    ...(outcome.detail === undefined ? {} : { error_detail: outcome.detail }),
    ...(outcome.safety === undefined
      ? {}
      : { error_detail: describeSafety(outcome.safety), safety: outcome.safety }),
    ...place,
  }
}
