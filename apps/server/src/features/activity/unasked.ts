import {
  type ActivityAction,
  type ActivityDetails,
  type ActivityOrigin,
  AXES,
  type Axis,
  type DeviceState,
  LIMITS,
  type LightType,
  LOCK_TYPES,
  type LockType,
} from '@senca/contract'

/** A part of a device that can be asked for something by itself. */
export type Part = 'shade' | 'foil' | LockType | LightType

/** Something that a device did without having been asked. */
export interface Unasked {
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
type SureLock = 'locked' | 'unlocked' | 'jammed'

/** What is remembered of a device from report to report. */
export interface Watch {
  /** Whose the movement is that it is in: of somebody who asked, of a hand on the spot, or of the device itself. */
  movement: 'none' | 'asked' | 'unasked' | 'itself'
  /** When it last came to rest, milliseconds; until it has settled a small way is no movement. */
  restedAt: number
  /** Where it stood before it claimed to be open all at once; null while what it says is believed. */
  doubted: Place | null
  /** What its lights and its foil were when it was last at rest. */
  switched: Partial<Record<Switched, number>>
  /** What its locks last were for sure. */
  locks: Partial<Record<LockType, SureLock>>
}

interface Sight {
  /** Its state before and after a report, with the status that it says itself. */
  before: DeviceState
  after: DeviceState
  /** The parts that have been asked for something which is not over. */
  asked: readonly Part[]
  /** Milliseconds since the epoch. */
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
const SETTLING_WAY = 0.05

/** The memory of a device that has not been seen yet: what is known of it is taken as it is. */
export const firstWatch = (known: DeviceState): Watch => ({
  movement: 'none',
  restedAt: Number.NEGATIVE_INFINITY,
  doubted: null,
  switched: switchedIn(known),
  locks: surelyLocked(known, {}),
})

/**
 * What of a report nobody asked for. A movement is told once, from where it came to rest; what a device does while it
 * calibrates, restarts or finishes what it was asked for is not told, nor that it is open where nothing moved it.
 */
export function seeUnasked(watch: Watch, sight: Sight): { watch: Watch; seen: Unasked[] } {
  const shade = seeShade(watch, sight)
  const lights = seeSwitched(watch, sight)
  const locks = seeLocks(watch, sight)
  return {
    watch: { ...shade.watch, switched: lights.switched, locks: locks.locks },
    seen: [...shade.seen, ...lights.seen, ...locks.seen, ...seeLeaf(sight)],
  }
}

type Motion = 'moving' | 'itself' | 'rest'

function motionOf({ status }: DeviceState): Motion {
  switch (status) {
    case 'opening':
    case 'closing':
    case 'moving':
      return 'moving'
    case 'ready':
      return 'rest'
    default:
      return 'itself'
  }
}

function seeShade(watch: Watch, sight: Sight): { watch: Watch; seen: Unasked[] } {
  const { before, after, at } = sight
  const isAsked = sight.asked.includes('shade')
  const motion = motionOf(after)
  const remember = (movement: Watch['movement'], seen: Unasked[] = []) => ({
    watch: { ...watch, movement, doubted: null },
    seen,
  })
  if (motion === 'itself') return remember('itself')
  if (motion === 'moving') {
    if (watch.movement === 'unasked' && isAsked) return remember('asked', moved(after))
    if (watch.movement !== 'none') return remember(watch.movement)
    // It was moving when the server began to look: whose movement this is nobody knows any more.
    if (isAsked || motionOf(before) === 'moving') return remember('asked')
    return remember('unasked')
  }
  if (watch.movement !== 'none') {
    const seen = watch.movement === 'unasked' ? moved(after) : []
    return { watch: { ...watch, movement: 'none', doubted: null, restedAt: at }, seen }
  }
  return seeJump(watch, sight, isAsked)
}

/** A shade that stands elsewhere than it stood, and was not seen to move. */
function seeJump(watch: Watch, { before, after, at }: Sight, isAsked: boolean) {
  const stood = watch.doubted ?? before
  const way = wayBetween(stood, after)
  const believed = { ...watch, doubted: null }
  if (way <= LIMITS.TARGET_TOLERANCE || isAsked) return { watch: believed, seen: [] }
  if (at - watch.restedAt <= SETTLING_MS && way <= SETTLING_WAY) return { watch: believed, seen: [] }
  const isDoubtful = after.assumed || AXES.every((axis) => (after[axis] ?? 0) === 0)
  if (isDoubtful) {
    return {
      watch: { ...watch, doubted: { position: stood.position, inclination: stood.inclination } },
      seen: [],
    }
  }
  return { watch: { ...believed, restedAt: at }, seen: moved(after) }
}

/** The longer of the ways along the axes that are known before and after. */
function wayBetween(from: Place, to: Place): number {
  const ways = AXES.map((axis) => Math.abs((to[axis] ?? 0) - (from[axis] ?? to[axis] ?? 0)))
  return Math.max(...AXES.map((axis, index) => (to[axis] === null ? 0 : (ways[index] ?? 0))))
}

/** A door or a light has no place: what moves of it is told part by part. */
function moved({ position, inclination }: DeviceState): Unasked[] {
  if (position === null && inclination === null) return []
  const details = {
    ...(position === null ? {} : { position }),
    ...(inclination === null ? {} : { inclination }),
  }
  return [{ action: 'moved', origin: 'wall_switch', details }]
}

const switchedIn = (state: DeviceState): Watch['switched'] =>
  Object.fromEntries(
    SWITCHED.flatMap(({ field }) => (typeof state[field] === 'number' ? [[field, state[field]]] : [])),
  )

function seeSwitched(
  watch: Watch,
  { after, asked }: Sight,
): { switched: Watch['switched']; seen: Unasked[] } {
  if (after.status !== 'ready') return { switched: watch.switched, seen: [] }
  const switched = { ...watch.switched, ...switchedIn(after) }
  const seen = SWITCHED.flatMap(({ field, part }): Unasked[] => {
    const was = watch.switched[field]
    const is = switched[field]
    if (was === undefined || is === undefined || asked.includes(part)) return []
    if (Math.abs(is - was) <= LIMITS.TARGET_TOLERANCE) return []
    const details = part === 'foil' ? { opacity: is } : { lightType: part, brightness: is }
    return [{ action: 'switched', origin: 'wall_switch', details }]
  })
  return { switched, seen }
}

function surelyLocked(state: DeviceState, before: Watch['locks']): Watch['locks'] {
  const locks = { ...before }
  for (const lockType of LOCK_TYPES) {
    const lock = state[LOCK_FIELDS[lockType]]
    if (lock === 'locked' || lock === 'unlocked' || lock === 'jammed') locks[lockType] = lock
  }
  return locks
}

const LOCK_SIGHTS = {
  unlocked: { action: 'unlocked', origin: 'wall_switch' },
  locked: { action: 'locked', origin: 'device' },
  jammed: { action: 'jammed', origin: 'device' },
} as const satisfies Record<SureLock, Pick<Unasked, 'action' | 'origin'>>

function seeLocks(watch: Watch, { after, asked }: Sight): { locks: Watch['locks']; seen: Unasked[] } {
  const locks = surelyLocked(after, watch.locks)
  const seen = LOCK_TYPES.flatMap((lockType): Unasked[] => {
    const was = watch.locks[lockType]
    const is = locks[lockType]
    if (was === undefined || is === undefined || was === is || asked.includes(lockType)) return []
    return [{ ...LOCK_SIGHTS[is], details: { lockType } }]
  })
  return { locks, seen }
}

function seeLeaf({ before, after }: Sight): Unasked[] {
  const was = before.magneticSensorOpen
  const is = after.magneticSensorOpen
  if (after.magneticSensorConnected !== true || typeof was !== 'boolean' || typeof is !== 'boolean') return []
  if (was === is) return []
  return [{ action: is ? 'door_opened' : 'door_closed', origin: 'wall_switch', details: {} }]
}
