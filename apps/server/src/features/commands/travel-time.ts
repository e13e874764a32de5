import { type DeviceState, kindOf, LIMITS } from '@senca/contract'
import { learnTravel, type Travel, UNMEASURED } from '@senca/contract/travel-time'
import { type Device, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'
import type { Part } from './command-goal.ts'

/** The longest time that doors and lights take, in ms. */
const SWITCHING_MS = 20_000
const MIN_DEADLINE_MS = 15_000

/**
 * How long after its acknowledgement a command may take to be done, in ms. The maximum applies while the travel time is unknown.
 */
export function restDeadlineMs(family: 'shade' | 'door' | 'light', fullMs: number | null): number {
  const travelMs = family === 'shade' ? (fullMs ?? LIMITS.COMMAND_REST_MAX_MS) : SWITCHING_MS
  const deadline = Math.max(travelMs * LIMITS.COMMAND_TRAVEL_FACTOR, MIN_DEADLINE_MS)
  return Math.min(deadline, LIMITS.COMMAND_REST_MAX_MS)
}

/** How long a third-party shade takes for its whole travel while that is not known, in ms. */
const UNKNOWN_TRAVEL_MS = 60_000
const MOTOR_LOCK_MS = 30_000
/** A magnet lock, a light or a foil. */
const OTHER_PART_MS = 10_000

/** How long a command to hardware that does not acknowledge commands may take from its hand-over, in ms. */
export function reportedDeadlineMs(part: Part, fullMs: number | null): number {
  if (part === 'shade') return restDeadlineMs('shade', fullMs ?? UNKNOWN_TRAVEL_MS)
  return part === 'motor' ? MOTOR_LOCK_MS : OTHER_PART_MS
}

/** Learns the travel time of each device from its reports. */
export function createTravelTimes(shadows: Pick<Shadows, 'get'>) {
  const travelById = new Map<string, Travel>()
  return {
    learn(deviceId: string, state: DeviceState, at: number) {
      const before = travelById.get(deviceId) ?? UNMEASURED
      const travel = learnTravel(before, state, at)
      if (travel !== before) travelById.set(deviceId, travel)
    },
    forget: (deviceId: string) => void travelById.delete(deviceId),
    /** How long a command may take from its acknowledgement, in ms, by current knowledge. */
    restMsOf(device: Device): number {
      const { family } = kindOf(effectiveTypeOf(device, shadows.get(device.id)))
      return restDeadlineMs(family, travelById.get(device.id)?.fullMs ?? null)
    },
    /** How long a command to hardware that does not acknowledge commands may take from its hand-over, in ms. */
    reportedMsOf({ id, settings }: Device, part: Part): number {
      const setMs = settings.travelTime === undefined ? null : settings.travelTime * 1_000
      return reportedDeadlineMs(part, setMs ?? travelById.get(id)?.fullMs ?? null)
    },
  }
}
