import { AXES, type DeviceState, kindOf, LIMITS } from '@senca/contract'
import { type Device, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'

/** How long doors and lights take at most. */
const SWITCHING_MS = 20_000
/** Shorter stretches measure the rhythm of the reports rather than the motor. */
const MIN_STRETCH = 0.1
const MIN_DEADLINE_MS = 15_000
/** No motor is quicker: reports that were held up on their way and come all at once would say so. */
const MIN_FULL_MS = 5_000

/** Where a movement was first seen, to measure from. */
export interface Stretch {
  position: number
  at: number
}

export interface Travel {
  stretch: Stretch | null
  /** How long the full way takes, milliseconds; null while unmeasured. */
  fullMs: number | null
}

export const UNMEASURED: Travel = { stretch: null, fullMs: null }

/** Learns how long the full way takes from the reports of a movement; `at` is milliseconds since 1970. */
export function learnTravel(travel: Travel, state: DeviceState, at: number): Travel {
  const axis = AXES.find((candidate) => state[candidate] !== null)
  const position = axis === undefined ? null : state[axis]
  const isMoving = state.status === 'opening' || state.status === 'closing' || state.status === 'moving'
  if (!isMoving || position === null) return travel.stretch === null ? travel : { ...travel, stretch: null }
  if (travel.stretch === null) return { ...travel, stretch: { position, at } }
  const way = Math.abs(position - travel.stretch.position)
  if (way < MIN_STRETCH) return travel
  const fullMs = (at - travel.stretch.at) / way
  return fullMs < MIN_FULL_MS ? { ...travel, stretch: { position, at } } : { ...travel, fullMs }
}

/** How long after its acknowledgement a command may take to be done; as long as any while the way is unmeasured. */
export function restDeadlineMs(family: 'shade' | 'door' | 'light', fullMs: number | null): number {
  const travelMs = family === 'shade' ? (fullMs ?? LIMITS.COMMAND_REST_MAX_MS) : SWITCHING_MS
  const deadline = Math.max(travelMs * LIMITS.COMMAND_TRAVEL_FACTOR, MIN_DEADLINE_MS)
  return Math.min(deadline, LIMITS.COMMAND_REST_MAX_MS)
}

/** What was learned of each device's travel time from its reports. */
export function createTravelTimes(shadows: Pick<Shadows, 'get'>) {
  const travelById = new Map<string, Travel>()
  return {
    learn(deviceId: string, state: DeviceState, at: number) {
      const before = travelById.get(deviceId) ?? UNMEASURED
      const travel = learnTravel(before, state, at)
      if (travel !== before) travelById.set(deviceId, travel)
    },
    forget: (deviceId: string) => void travelById.delete(deviceId),
    /** How long a command may take from its acknowledgement, by what is known now. */
    restMsOf(device: Device): number {
      const { family } = kindOf(effectiveTypeOf(device, shadows.get(device.id)))
      return restDeadlineMs(family, travelById.get(device.id)?.fullMs ?? null)
    },
  }
}
