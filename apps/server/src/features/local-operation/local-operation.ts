import {
  AXES,
  type Axis,
  type DeviceState,
  LIMITS,
  type LightType,
  LOCK_TYPES,
  type LockType,
} from '@senca/contract'
import type { ActivityAction, ActivityDetails, ActivityOrigin } from '@senca/contract/activity'

/** A part of a device with its own commands. */
export type Part = 'shade' | 'foil' | LockType | LightType

/** Something that a device did without a command. */
export interface LocalOperation {
  action: Extract<
    ActivityAction,
    | 'moved'
    | 'switched'
    | 'unlocked'
    | 'locked'
    | 'jammed'
    | 'door_opened'
    | 'door_closed'
    | 'counts_began_again'
  >
  origin: Extract<ActivityOrigin, 'wall_switch' | 'device'>
  details: ActivityDetails
}

type Place = Pick<DeviceState, Axis>
type Switched = (typeof SWITCHED)[number]['field']
type KnownLockState = 'locked' | 'unlocked' | 'jammed'

/** The memory about a device between two reports. */
export interface OperationMemory {
  /** The cause of the current movement: a command, a person at the device, or the device itself. */
  movement: 'none' | 'commanded' | 'local' | 'internal'
  /** Where it stood before that movement; null if it does not move, or if that is not known. */
  from: Place | null
  /** When it last came to rest, in milliseconds. Shortly after it, a small distance does not count as a movement. */
  restedAt: number
  /** The position before it suddenly reported to be fully open; null while its reports are plausible. */
  unconfirmed: Place | null
  /** The values of its lights and foil when it was last at rest, or as commanded since. */
  switched: Partial<Record<Switched, number>>
  /** The last known states of its locks. */
  locks: Partial<Record<LockType, KnownLockState>>
}

interface Detection {
  memory: OperationMemory
  operations: LocalOperation[]
}

interface Observation {
  /** The state before and after a report, with the status that the device itself reported. */
  before: DeviceState
  after: DeviceState
  /** The parts with a command that is not over. */
  commanded: readonly Part[]
  /** Whether the device may carry out a command after that has ended. */
  mayActLate?: boolean
  /** Milliseconds since 1970. */
  at: number
}

const SWITCHED = [
  { field: 'doorLightBrightness', part: 'door' },
  { field: 'handleLightBrightness', part: 'handle' },
  { field: 'light1Brightness', part: 'light_1' },
  { field: 'light2Brightness', part: 'light_2' },
  { field: 'magicFoilOpacity', part: 'foil' },
] as const

const LOCK_FIELDS = { motor: 'motorLockState', magnet: 'magnetLockState' } as const

const SETTLING_MS = 3_000
const SETTLING_DISTANCE = 0.05

/** The memory for a device that has not reported yet; its known state is taken as correct. */
export const initialMemory = (known: DeviceState): OperationMemory => ({
  movement: 'none',
  from: null,
  restedAt: Number.NEGATIVE_INFINITY,
  unconfirmed: null,
  switched: switchedIn(known),
  locks: knownLockStates(known, {}),
})

/**
 * Detects operations without a command in one report. A movement is one operation, recorded where it ends. Not recorded: what a
 * device does while it calibrates, restarts or finishes a command, and a sudden report of "fully open" without a movement.
 */
export function detectLocalOperations(memory: OperationMemory, observation: Observation): Detection {
  const shade = detectShadeMovement(memory, observation)
  const lights = detectSwitching(memory, observation)
  const locks = detectLockChanges(memory, observation)
  return {
    memory: { ...shade.memory, switched: lights.switched, locks: locks.locks },
    operations: [
      ...shade.operations,
      ...lights.operations,
      ...locks.operations,
      ...detectDoorContact(observation),
    ],
  }
}

type Motion = 'moving' | 'internal' | 'rest'

function motionKindOf({ status }: DeviceState): Motion {
  switch (status) {
    case 'opening':
    case 'closing':
    case 'moving':
      return 'moving'
    case 'ready':
      return 'rest'
    default:
      return 'internal'
  }
}

const placeOf = ({ position, inclination }: DeviceState): Place => ({ position, inclination })

function detectShadeMovement(memory: OperationMemory, observation: Observation): Detection {
  const { before, after, at } = observation
  const isCommanded = observation.commanded.includes('shade')
  const motion = motionKindOf(after)
  const remember = (movement: OperationMemory['movement'], operations: LocalOperation[] = []) => ({
    memory: { ...memory, movement, from: memory.from ?? placeOf(before), unconfirmed: null },
    operations,
  })
  if (motion === 'internal') return remember('internal')
  if (motion === 'moving') {
    if (memory.movement === 'local' && isCommanded) return remember('commanded', moved(after))
    if (memory.movement !== 'none') return remember(memory.movement)
    // It was already moving when the server started to watch it, so the cause is unknown.
    if (isCommanded || motionKindOf(before) === 'moving') return remember('commanded')
    return remember('local')
  }
  if (memory.movement !== 'none') {
    const isReported = memory.movement === 'local' || isLate(memory, observation, isCommanded)
    return {
      memory: { ...memory, movement: 'none', from: null, unconfirmed: null, restedAt: at },
      operations: isReported ? moved(after) : [],
    }
  }
  return detectJump(memory, observation, isCommanded)
}

/** Whether a shade of third-party hardware has moved for a command that ended before. Its motion may only have been assumed. */
function isLate(
  { movement, from }: OperationMemory,
  { after, mayActLate = false }: Observation,
  isCommanded: boolean,
): boolean {
  if (!mayActLate || movement !== 'commanded' || isCommanded || from === null || after.assumed) return false
  return distanceBetween(from, after) > LIMITS.THIRD_PARTY_TOLERANCE
}

/** A shade whose position changed without a reported movement. */
function detectJump(memory: OperationMemory, { before, after, at }: Observation, isCommanded: boolean) {
  const stood = memory.unconfirmed ?? before
  const distance = distanceBetween(stood, after)
  const confirmed = { ...memory, unconfirmed: null }
  if (distance <= LIMITS.TARGET_TOLERANCE || isCommanded) return { memory: confirmed, operations: [] }
  if (at - memory.restedAt <= SETTLING_MS && distance <= SETTLING_DISTANCE)
    return { memory: confirmed, operations: [] }
  const isUnconfirmed = after.assumed || AXES.every((axis) => (after[axis] ?? 0) === 0)
  if (isUnconfirmed) {
    return {
      memory: { ...memory, unconfirmed: { position: stood.position, inclination: stood.inclination } },
      operations: [],
    }
  }
  return { memory: { ...confirmed, restedAt: at }, operations: moved(after) }
}

/** The longer of the distances along the axes that are known before and after. */
function distanceBetween(from: Place, to: Place): number {
  const distances = AXES.map((axis) => Math.abs((to[axis] ?? 0) - (from[axis] ?? to[axis] ?? 0)))
  return Math.max(...AXES.map((axis, index) => (to[axis] === null ? 0 : (distances[index] ?? 0))))
}

/** Doors and lights have no position; their parts are recorded separately. */
function moved({ position, inclination }: DeviceState): LocalOperation[] {
  if (position === null && inclination === null) return []
  const details = {
    ...(position === null ? {} : { position }),
    ...(inclination === null ? {} : { inclination }),
  }
  return [{ action: 'moved', origin: 'wall_switch', details }]
}

function switchedIn(state: DeviceState): OperationMemory['switched'] {
  const switched: OperationMemory['switched'] = {}
  for (const { field } of SWITCHED) {
    const value = state[field]
    if (typeof value === 'number') switched[field] = value
  }
  return switched
}

function detectSwitching(
  memory: OperationMemory,
  { after, commanded }: Observation,
): { switched: OperationMemory['switched']; operations: LocalOperation[] } {
  const reported = switchedIn(after)
  if (after.status !== 'ready') {
    // A bolt moves for longer than the command of a light is remembered. So the values of lights are recorded during that
    // movement.
    const asked = SWITCHED.filter(({ field, part }) => commanded.includes(part) && field in reported)
    const noted = Object.fromEntries(asked.map(({ field }) => [field, reported[field]]))
    return { switched: { ...memory.switched, ...noted }, operations: [] }
  }
  const switched = { ...memory.switched, ...reported }
  const operations = SWITCHED.flatMap(({ field, part }): LocalOperation[] => {
    const was = memory.switched[field]
    const is = switched[field]
    if (was === undefined || is === undefined || commanded.includes(part)) return []
    if (Math.abs(is - was) <= LIMITS.TARGET_TOLERANCE) return []
    const details = part === 'foil' ? { opacity: is } : { lightType: part, brightness: is }
    return [{ action: 'switched', origin: 'wall_switch', details }]
  })
  return { switched, operations }
}

function knownLockStates(state: DeviceState, before: OperationMemory['locks']): OperationMemory['locks'] {
  const locks = { ...before }
  for (const lockType of LOCK_TYPES) {
    const lock = state[LOCK_FIELDS[lockType]]
    if (lock === 'locked' || lock === 'unlocked' || lock === 'jammed') locks[lockType] = lock
  }
  return locks
}

const LOCK_OPERATIONS = {
  unlocked: { action: 'unlocked', origin: 'wall_switch' },
  locked: { action: 'locked', origin: 'device' },
  jammed: { action: 'jammed', origin: 'device' },
} as const satisfies Record<KnownLockState, Pick<LocalOperation, 'action' | 'origin'>>

function detectLockChanges(
  memory: OperationMemory,
  { after, commanded }: Observation,
): { locks: OperationMemory['locks']; operations: LocalOperation[] } {
  const locks = knownLockStates(after, memory.locks)
  const operations = LOCK_TYPES.flatMap((lockType): LocalOperation[] => {
    const was = memory.locks[lockType]
    const is = locks[lockType]
    if (was === undefined || is === undefined || was === is || commanded.includes(lockType)) return []
    return [{ ...LOCK_OPERATIONS[is], details: { lockType } }]
  })
  return { locks, operations }
}

function detectDoorContact({ before, after }: Observation): LocalOperation[] {
  const was = before.magneticSensorOpen
  const is = after.magneticSensorOpen
  if (after.magneticSensorConnected !== true || typeof was !== 'boolean' || typeof is !== 'boolean') return []
  if (was === is) return []
  return [{ action: is ? 'door_opened' : 'door_closed', origin: 'wall_switch', details: {} }]
}
