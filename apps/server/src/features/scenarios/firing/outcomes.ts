import type { CommandResult, DeviceCommand } from '@senca/contract'
import type { ScenarioAction } from '@senca/contract/automation'
import { type DeviceOutcome, mergeOutcomes } from '@senca/contract/outcomes'
import {
  type Device,
  deviceCapabilities,
  effectiveTypeOf,
  hasReported,
  isOccupied,
  type Shadow,
  stateOf,
  toleranceOf,
  ventilationOf,
} from '#features/devices/index.ts'
import { commandsFor, isDone } from '../scenario-commands.ts'

/** If a device does not report the effect of a command within a day, the command has failed. */
const SEARCHED_MS = 86_400_000

export function resultOf(outcome: DeviceOutcome): CommandResult {
  const [result] = mergeOutcomes([outcome])
  if (result === undefined) throw new Error('an outcome has a result')
  return result
}

/** The outcome of a device that a scenario leaves out, because it has another type than its group. */
export const leftOutOutcome = (deviceId: string): DeviceOutcome => ({
  deviceId,
  ok: false,
  error: 'device_unsupported_action',
})

/** The commands for a device in its current state that carry out actions; null if one of the actions is not possible. */
export function commandsOf(
  device: Device,
  shadow: Shadow,
  actions: readonly ScenarioAction[],
): DeviceCommand[] | null {
  const type = effectiveTypeOf(device, shadow)
  const { safePlaces } = device.settings
  // The lamps of a device do not depend on its generation.
  return commandsFor(actions, { type, can: deviceCapabilities(type, shadow, null), safePlaces })
}

interface Sent {
  actions: readonly ScenarioAction[]
  sentAt: Date
  /** Whether the device may carry out the commands later. Then nobody knows that they failed. */
  mayActLate: boolean
}

/**
 * The outcome of earlier commands according to the device; null while it has not reported. What may still happen is unconfirmed
 * unless the device reports that it was done.
 */
export function foundOutcome(
  device: Device,
  shadow: Shadow,
  { actions, sentAt, mayActLate }: Sent,
  now: Date,
): DeviceOutcome | null {
  const { id: deviceId } = device
  const unconfirmed = { deviceId, ok: null } as const
  const state = stateOf(shadow)
  const hasSpoken =
    shadow.connected &&
    hasReported(shadow) &&
    state.reportedAt !== null &&
    new Date(state.reportedAt) >= sentAt
  if (!hasSpoken) {
    if (mayActLate) return unconfirmed
    const isLost = now.getTime() - sentAt.getTime() > SEARCHED_MS
    return isLost ? { deviceId, ok: false, error: 'device_not_responding' } : null
  }
  if (state.status !== 'ready' || isOccupied(shadow)) return null
  const all = commandsOf(device, shadow, actions) ?? []
  const goal = { ventilation: ventilationOf(device, shadow), tolerance: toleranceOf(shadow) }
  const isProven = !(mayActLate && state.assumed)
  const isThere = isProven && all.length > 0 && all.every((one) => isDone(one, state, goal))
  if (isThere) return { deviceId, ok: true }
  return mayActLate ? unconfirmed : { deviceId, ok: false, error: 'device_update_failed' }
}
