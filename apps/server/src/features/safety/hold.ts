import {
  AXES,
  type Axis,
  type DeviceState,
  type DeviceType,
  isBusy,
  kindOf,
  LIMITS,
  type Target,
  targetOfMove,
} from '@senca/contract'
import {
  distanceTo,
  isProtecting,
  MEASUREMENT_UNITS,
  type SafePlace,
  type SafePlaces,
  type Safety,
  type SafetyReason,
  type SafetyRelease,
  type ScenarioAction,
  safePlaceOf,
  usualDangerOf,
} from '@senca/contract/automation'
import type { SentCommand } from '#features/commands/index.ts'
import { type Cause, dangerOf, rankOf } from './watch-state.ts'

/** An active scenario of weather or security, which holds its devices. */
export interface ActiveScenario {
  scenarioId: string
  /** The owner of the devices. */
  accountId: string
  actions: readonly ScenarioAction[]
  deviceIds: readonly string[]
  /** Whether the scenario keeps its devices where it moved them. */
  isHolding: boolean
  /** Somebody to whom the devices are shared made the scenario. It holds them against everybody but their owner. */
  isShared: boolean
  /** The firing that moves its devices. */
  firingId: string
  cause: Cause
  since: Date
  until: Date | null
  isSensorSilent: boolean
  /** What ends it; null for an alarm, and while the sensor is silent. */
  release: SafetyRelease | null
}

/** Where a device is kept: for each axis a position, or a range that it must not leave. */
export type HeldPlace = Partial<Record<Axis, Exclude<SafePlace, null>>>

/** The scenario that holds a device, and the place. */
export interface Hold {
  scenario: ActiveScenario
  place: HeldPlace
  /**
   * Where the device is safest from the danger. Differs from `place` if the scenario names a place of its own and the kind of the
   * device has a safe position. Then the device may be anywhere between the two.
   */
  safest: HeldPlace
}

/** The properties of a held device: its type, the safe positions of its home, and its ventilation position. */
export interface Held {
  type: DeviceType
  safePlaces: SafePlaces | undefined
  ventilation: Target | null
}

const heldAt = ({ position, inclination }: Target): HeldPlace => ({
  ...(position === undefined ? {} : { position }),
  ...(inclination === undefined ? {} : { inclination }),
})

/** Where a scenario keeps a device; null if it does not restrict the device. */
export function heldPlaceOf(
  { actions, cause }: Pick<ActiveScenario, 'actions' | 'cause'>,
  { type, safePlaces, ventilation }: Held,
): HeldPlace | null {
  const { mainAxis } = kindOf(type)
  const [action] = actions
  if (action === undefined || mainAxis === null) return null
  switch (action.type) {
    case 'MoveSelf':
      return heldAt(action)
    case 'MoveToVentilation':
      return ventilation === null ? null : heldAt(ventilation)
    case 'MoveSelfSecurity': {
      const place = safePlaceOf(type, dangerOf(cause) ?? usualDangerOf(type), safePlaces)
      return place === null ? null : { [mainAxis]: place }
    }
    case 'SetLight':
    case 'SetFoil':
      return null
  }
}

/** The safe place of a device for the danger of a scenario; null if there is none. */
const safePlaceFor = ({ cause }: ActiveScenario, { type, safePlaces }: Held): SafePlace => {
  const danger = dangerOf(cause)
  return danger === null ? null : safePlaceOf(type, danger, safePlaces)
}

/** Whether a scenario protects its devices. Any other only makes the home comfortable. */
const isProtection = ({ actions, cause }: ActiveScenario): boolean =>
  cause.type === 'security' || isProtecting(actions)

/**
 * The hold that applies if several scenarios are active: protection before comfort, then the gravest danger, then the place that is
 * nearest to the safe place. The age of a scenario does not matter.
 */
export function holdOf(scenarios: Iterable<ActiveScenario>, held: Held): Hold | null {
  const { mainAxis } = kindOf(held.type)
  const holds = [...scenarios].flatMap((scenario) => {
    const place = heldPlaceOf(scenario, held)
    if (place === null || mainAxis === null) return []
    const safe = safePlaceFor(scenario, held)
    const here = place[mainAxis]
    const farness = safe === null || typeof here !== 'number' ? 0 : distanceTo(safe, here)
    const safest = typeof safe === 'number' && here !== undefined ? { ...place, [mainAxis]: safe } : place
    const order = [isProtection(scenario) ? 0 : 1, rankOf(dangerOf(scenario.cause)), farness]
    return [{ scenario, place, safest, order }]
  })
  const [first] = holds.toSorted((one, other) => {
    const index = one.order.findIndex((rank, at) => rank !== other.order[at])
    if (index >= 0) return (one.order[index] ?? 0) - (other.order[index] ?? 0)
    return one.scenario.scenarioId < other.scenario.scenarioId ? -1 : 1
  })
  if (first === undefined) return null
  const { order: _order, ...hold } = first
  return hold
}

type Places = Pick<DeviceState, Axis>

/**
 * The state as it counts for safety. A place that nobody has reported since it was asked for, or since a power cut, is not known, nor
 * is one that a broker retained.
 */
export const provenState = (state: DeviceState, isAgeUnknown = false): DeviceState =>
  state.assumed || isAgeUnknown ? { ...state, position: null, inclination: null } : state

/**
 * Where a shade is kept that cannot stop between its ends: at the end that is nearer to its place, and of a range at the end where it
 * is.
 */
export function atEnds({ position, ...rest }: HeldPlace, here: Places): HeldPlace {
  if (position === undefined) return rest
  const near = typeof position === 'number' ? position : (here.position ?? position.min)
  return { ...rest, position: near < 0.5 ? 0 : 1 }
}

const isBand = (place: Exclude<SafePlace, null>): place is { min: number; max: number } =>
  typeof place !== 'number'

const isAtEnd = (place: number): boolean =>
  place <= LIMITS.TARGET_TOLERANCE || place >= 1 - LIMITS.TARGET_TOLERANCE

/** Tolerance for rounded positions. */
const EPSILON = 0.000_5

/** Whether a shade is in its safe place, or at an end where it may be frozen. An unknown position is not safe. */
export function isSafe(
  place: HeldPlace,
  state: Places,
  tolerance: number = LIMITS.TARGET_TOLERANCE,
): boolean {
  return AXES.every((axis) => {
    const safe = place[axis]
    if (safe === undefined) return true
    const here = state[axis]
    if (here === null) return false
    return distanceTo(safe, here) <= tolerance || (isBand(safe) && isAtEnd(here))
  })
}

/** Whether a movement to a target ends in the safe place. */
export const isBoundFor = (place: HeldPlace, target: Target): boolean =>
  AXES.every((axis) => {
    const safe = place[axis]
    const goal = target[axis]
    return safe === undefined || (goal !== undefined && distanceTo(safe, goal) <= EPSILON)
  })

/** The target for a shade that is not safe. For a range it is the nearer limit. */
export function wayTo(place: HeldPlace, state: Places): Target {
  return Object.fromEntries(
    AXES.flatMap((axis) => {
      const safe = place[axis]
      if (safe === undefined) return []
      if (!isBand(safe)) return [[axis, safe]]
      return [[axis, (state[axis] ?? 0) < safe.min ? safe.min : safe.max]]
    }),
  )
}

/** What is known about a shade that somebody wants to move. */
export interface Whereabouts {
  state: Places & Pick<DeviceState, 'status' | 'target'>
  /** The device has not reported since it reconnected. */
  isUnheard: boolean
  /** The target of its safety move; null if there is none. */
  safetyTarget: Target | null
  /** The targets of all movements that were sent to it and are not over; null for one that only the device knows. */
  movesInFlight: readonly (Target | null)[]
}

/**
 * The position that is used to judge commands. Of a moving shade, and of one that was just sent somewhere, it is the end of the
 * movement that is nearer to the safe place, because the server does not know how far it has come, or whether the device received
 * the command at all. A safety move against another danger counts like any other movement. Null if unknown.
 */
export function countedPlaces(
  place: HeldPlace,
  { state, isUnheard, safetyTarget, movesInFlight }: Whereabouts,
): Places {
  const counted = (axis: Axis): number | null => {
    const safe = place[axis]
    const here = state[axis]
    const bound = safetyTarget?.[axis]
    if (safe === undefined) return here
    if (bound !== undefined && distanceTo(safe, bound) <= EPSILON) return bound
    if (isUnheard || here === null) return null
    const isGoalUnknown = bound === undefined && isBusy(state.status) && state.target == null
    if (isGoalUnknown || movesInFlight.includes(null)) return null
    const goals = [bound ?? state.target?.[axis], ...movesInFlight.map((target) => target?.[axis])]
    const ends = [here, ...goals.filter((goal) => goal !== undefined && goal !== null)]
    // In a range a shade must not be moved from one end to the other, and it is not known at which end it is.
    if (isBand(safe)) return ends.every((end) => Math.abs(end - here) <= EPSILON) ? here : null
    return ends.reduce((near, end) => (distanceTo(safe, end) < distanceTo(safe, near) ? end : near))
  }
  return { position: counted('position'), inclination: counted('inclination') }
}

/**
 * Whether a movement goes further away from the safe place. `here` is the current position, or the target of a safety move. As far
 * as `limit` every movement is allowed.
 */
function isAway(
  safe: Exclude<SafePlace, null>,
  limit: Exclude<SafePlace, null>,
  { goal, here }: { goal: number; here: number | null },
): boolean {
  const far = distanceTo(safe, goal)
  if (far <= (typeof limit === 'number' ? distanceTo(safe, limit) : 0) + EPSILON) return false
  // A shade that is frozen at one end must not move to the other.
  if (isBand(safe)) return here === null || Math.abs(goal - here) > EPSILON
  return here === null || far > distanceTo(safe, here) + EPSILON
}

export const isMovement = ({ command }: SentCommand): boolean =>
  command === 'move' || command === 'move_to_ventilation'

/** Whether a movement to a target ends farther from where the device is safest than it is now. */
export const isOutward = ({ safest }: Pick<Hold, 'safest'>, target: Target, here: Places): boolean =>
  AXES.some((axis) => {
    const safe = safest[axis]
    const goal = target[axis]
    const at = here[axis]
    if (safe === undefined || goal === undefined || at === null) return false
    return distanceTo(safe, goal) > distanceTo(safe, at) + EPSILON
  })

/** Whether a movement to a target leaves the places where a held device may be, and goes further away from where it is safest. */
const isBeyond = ({ place, safest }: Pick<Hold, 'place' | 'safest'>, target: Target, here: Places): boolean =>
  AXES.some((axis) => {
    const safe = safest[axis]
    const limit = place[axis]
    const goal = target[axis]
    if (safe === undefined || limit === undefined || goal === undefined) return false
    return isAway(safe, limit, { goal, here: here[axis] })
  })

/** Whether a command would move a held device away from its safe place. Stop and commands to locks, lights and foils never do. */
export function isUnsafe(
  hold: Pick<Hold, 'place' | 'safest'>,
  command: SentCommand,
  here: Places,
  ventilation: Target | null,
): boolean {
  if (command.command !== 'move' && command.command !== 'move_to_ventilation') return false
  const goal = command.command === 'move' ? targetOfMove(command) : ventilation
  // The device has its own ventilation position, which the server does not know.
  return goal === null || isBeyond(hold, goal, here)
}

/** Whether a movement that was sent takes a shade further away, because it left before its hold was known or was carried out late. */
export const isLeaving = (
  hold: Pick<Hold, 'place' | 'safest'>,
  { state, movesInFlight }: Pick<Whereabouts, 'state' | 'movesInFlight'>,
): boolean => movesInFlight.some((goal) => goal === null || isBeyond(hold, goal, state))

const ANYWHERE: Places = { position: null, inclination: null }

/** Whether no movement that runs or was sent takes a shade out of its safe place. A calibration goes to both ends. */
export function isStaying(
  hold: Pick<Hold, 'place' | 'safest'>,
  { state, movesInFlight }: Pick<Whereabouts, 'state' | 'movesInFlight'>,
): boolean {
  const { status, target = null } = state
  const isMoving = status === 'opening' || status === 'closing' || status === 'moving'
  if (status === 'calibrating' || (isMoving && target === null) || movesInFlight.includes(null)) return false
  return [target, ...movesInFlight].every((goal) => goal === null || !isBeyond(hold, goal, ANYWHERE))
}

export function reasonOf(cause: Cause): SafetyReason {
  if (cause.type === 'security')
    return {
      measurement: cause.source,
      value: null,
      unit: null,
      threshold: null,
      condition: null,
      ...(cause.text === undefined ? {} : { text: cause.text }),
    }
  const { measurement, value, threshold, condition } = cause
  return { measurement, value, unit: MEASUREMENT_UNITS[measurement], threshold, condition }
}

/** The hold as people see it. */
export const safetyOf = ({ scenario }: Hold): Safety => ({
  scenarioId: scenario.scenarioId,
  reason: reasonOf(scenario.cause),
  since: scenario.since.toISOString(),
  until: scenario.until?.toISOString() ?? null,
  isSensorSilent: scenario.isSensorSilent,
  release: scenario.release,
})
