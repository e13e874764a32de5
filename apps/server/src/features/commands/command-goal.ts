import {
  AXES,
  type DeviceCommand,
  type DeviceState,
  type DeviceType,
  isAtTarget,
  kindOf,
  LIGHT_TYPES,
  LIMITS,
  type LightType,
  LOCK_TYPES,
  type LockType,
  type Target,
  targetOfMove,
  unitToPercent,
  type VentilationCommand,
} from '@senca/contract'

/** The commands that people can send to devices. */
export type SentCommand = DeviceCommand | { command: 'abort' }

/** The part of a device that a command controls. */
export const PARTS = ['shade', ...LOCK_TYPES, ...LIGHT_TYPES, 'foil'] as const
export type Part = (typeof PARTS)[number]

/** The state that a device must report before a command counts as done. */
export type CommandGoal =
  | { kind: 'rest'; target: Target }
  /** A position that only the device knows. */
  | { kind: 'own_place' }
  | { kind: 'lock'; lockType: LockType; intent: 'locked' | 'unlocked' }
  | { kind: 'value'; field: ValueField; value: number }

type ValueField =
  | 'doorLightBrightness'
  | 'handleLightBrightness'
  | 'light1Brightness'
  | 'light2Brightness'
  | 'magicFoilOpacity'

const LIGHT_FIELDS = {
  door: 'doorLightBrightness',
  handle: 'handleLightBrightness',
  light_1: 'light1Brightness',
  light_2: 'light2Brightness',
} as const satisfies Record<LightType, ValueField>

export function partOf(command: SentCommand): Part {
  switch (command.command) {
    case 'move':
    case 'move_to_ventilation':
    case 'abort':
      return 'shade'
    case 'unlock':
    case 'lock':
      return command.lockType
    case 'light_apply':
      return command.lightType
    case 'magic_foil_apply':
      return 'foil'
  }
}

/**
 * Returns the goal of a command. If the home has saved no ventilation position, the device goes to its own. A stop has no
 * position as its goal: wherever the device stops is correct.
 */
export function goalOf(command: SentCommand, ventilation: Target | null): CommandGoal {
  switch (command.command) {
    case 'abort':
      return { kind: 'rest', target: {} }
    case 'move':
      return { kind: 'rest', target: targetOfMove(command) }
    case 'move_to_ventilation':
      return ventilation === null ? { kind: 'own_place' } : { kind: 'rest', target: ventilation }
    case 'unlock':
      return { kind: 'lock', lockType: command.lockType, intent: 'unlocked' }
    case 'lock':
      return { kind: 'lock', lockType: command.lockType, intent: 'locked' }
    case 'light_apply':
      return { kind: 'value', field: LIGHT_FIELDS[command.lightType], value: command.brightness }
    case 'magic_foil_apply':
      return { kind: 'value', field: 'magicFoilOpacity', value: command.opacity }
  }
}

/** Returns the command as it is sent. A move to ventilation contains the position that the home has saved, if any. */
export function withPlace(
  command: SentCommand,
  ventilation: Target | null,
): SentCommand | VentilationCommand {
  if (command.command !== 'move_to_ventilation' || ventilation === null) return command
  const { position, inclination } = ventilation
  return {
    ...command,
    ...(position === undefined ? {} : { position: unitToPercent(position) }),
    ...(inclination === undefined ? {} : { inclination: unitToPercent(inclination) }),
  }
}

/** The position of a shade along its axes; empty for doors and lights. */
export function reachedOf(type: DeviceType, state: DeviceState | null) {
  if (state === null) return {}
  const { axes } = kindOf(type)
  return Object.fromEntries(AXES.filter((axis) => axes.includes(axis)).map((axis) => [axis, state[axis]]))
}

export type Verdict = 'reached' | 'elsewhere' | 'inFlight'

/** Decides whether a reported state has reached a goal. */
export function judge(
  goal: CommandGoal,
  state: DeviceState,
  tolerance: number = LIMITS.TARGET_TOLERANCE,
): Verdict {
  switch (goal.kind) {
    case 'rest':
      if (state.status !== 'ready') return 'inFlight'
      return isAtTarget(state, goal.target, tolerance) ? 'reached' : 'elsewhere'
    case 'own_place':
      return state.status === 'ready' ? 'reached' : 'inFlight'
    case 'lock': {
      const lock = lockOf(goal.lockType, state)
      if (lock === 'jammed') return 'elsewhere'
      return lock === goal.intent ? 'reached' : 'inFlight'
    }
    case 'value': {
      const value = state[goal.field]
      const isReached = typeof value === 'number' && Math.abs(value - goal.value) <= tolerance
      if (isReached) return 'reached'
      return state.status === 'ready' ? 'elsewhere' : 'inFlight'
    }
  }
}

/** The state of a lock: the state that the lock reports, or else the state derived from whether it reports to be locked. */
export function lockOf(lockType: LockType, state: DeviceState) {
  const word = lockType === 'motor' ? state.motorLockState : state.magnetLockState
  const isLocked = lockType === 'motor' ? state.motorLockLocked : state.magnetLockLocked
  if (word !== undefined) return word
  if (isLocked === true) return 'locked'
  return isLocked === false ? 'unlocked' : 'unknown'
}
