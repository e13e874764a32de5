import {
  type Controllable,
  canUse,
  type DeviceInfo,
  type DeviceState,
  LIMITS,
  type LockState,
  type LockType,
} from '@senca/contract'

export type DoorLock = { readonly type: LockType; readonly state: LockState; readonly isLocked: boolean }

const stateOf = (notified: LockState | undefined, locked: boolean | null | undefined): LockState => {
  if (notified !== undefined) return notified
  if (locked === true) return 'locked'
  return locked === false ? 'unlocked' : 'unknown'
}

/** The locks that are connected, magnet lock first. */
export function locksOf(state: DeviceState): DoorLock[] {
  return [
    ...(state.magnetLockConnected
      ? [
          {
            type: 'magnet' as const,
            state: stateOf(state.magnetLockState, state.magnetLockLocked),
            isLocked: state.magnetLockLocked === true,
          },
        ]
      : []),
    ...(state.motorLockConnected
      ? [
          {
            type: 'motor' as const,
            state: stateOf(state.motorLockState, state.motorLockLocked),
            isLocked: state.motorLockLocked === true,
          },
        ]
      : []),
  ]
}

/** The lock states by what decides about the door: a fault, a movement, a lock that holds it, one that may hold it. */
const BY_WEIGHT = ['jammed', 'unlocking', 'locking', 'locked', 'unknown', 'unlocked'] as const

/** The state of the whole door, which is unlocked only if each of its locks is; null for a door without a lock. */
export function lockStateOf(locks: readonly DoorLock[]): LockState | null {
  return BY_WEIGHT.find((state) => locks.some((lock) => lock.state === state)) ?? null
}

/** The reading of the lock's own sensor. It decides whether the disc is green, red or white. */
export function lockSensorOf(state: DeviceState): 'open' | 'closed' | 'none' {
  if (!state.lockMagneticSensorConnected || typeof state.lockMagneticSensorOpen !== 'boolean') return 'none'
  return state.lockMagneticSensorOpen ? 'open' : 'closed'
}

/** Whether the door stands open, by its magnetic sensor; null without a sensor and for anything but a home door. */
export function isDoorOpen({ devicetype, state }: Pick<DeviceInfo, 'devicetype' | 'state'>): boolean | null {
  if (devicetype !== 'home_door' || !state.magneticSensorConnected) return null
  return state.magneticSensorOpen ?? null
}

/** The capability that unlocks a lock. */
export const unlockCapabilityOf = (lock: LockType) => (lock === 'motor' ? 'unlockMotor' : 'unlockMagnet')

/** The locks that the key of the door unlocks: all that the person may unlock and that are not proven unlocked. */
export const locksToUnlock = ({ state, can }: Pick<DeviceInfo, 'state' | 'can'>): LockType[] =>
  locksOf(state)
    .filter((lock) => lock.state !== 'unlocked' && can.includes(unlockCapabilityOf(lock.type)))
    .map(({ type }) => type)

/** Whether these locks can be unlocked now. A moving bolt makes the door busy, but that does not block an unlock. */
export const canUnlock = (device: Controllable, locks: readonly LockType[]): boolean =>
  locks.length > 0 &&
  locks.every((lock) => canUse(device, unlockCapabilityOf(lock))) &&
  (device.state.status === 'ready' || device.state.status === 'moving') &&
  lockStateOf(locksOf(device.state).filter(({ type }) => locks.includes(type))) !== 'unlocking'

/** The lights of a door. `name` is a key below `card` and the prefix of the state fields of this light. */
const DOOR_LIGHTS = [
  { type: 'door', name: 'doorLight', capability: 'setDoorLight' },
  { type: 'handle', name: 'handleLight', capability: 'setHandleLight' },
] as const

/** The connected lights, door light first, each with its level 0..1 or null for unknown. */
export const doorLightsOf = (state: DeviceState) =>
  DOOR_LIGHTS.filter(({ name }) => state[`${name}Connected`] === true).map((light) => ({
    ...light,
    level: state[`${light.name}Brightness`] ?? null,
  }))

export type DoorLight = ReturnType<typeof doorLightsOf>[number]

/** The state of the foil in the glass of a door, as a key below `card.foilState`. */
export function foilWordOf({ magicFoilOpacity: opacity }: DeviceState): 'unknown' | 'milky' | 'clear' {
  if (opacity === undefined || opacity === null) return 'unknown'
  return opacity > 0 ? 'milky' : 'clear'
}

/** Whether a lock stays unlocked until the door has been opened, however long that takes. */
export const isUntilOpened = (
  { settings, state }: Pick<DeviceInfo, 'settings' | 'state'>,
  lock: LockType,
): boolean =>
  lock === 'magnet' &&
  settings.magnetLockUnlockType === 'until_opened' &&
  state.magneticSensorConnected === true

/** How long a lock stays unlocked by default, in seconds. */
export const unlockSecondsOf = ({ settings }: Pick<DeviceInfo, 'settings'>): number =>
  settings.unlockDuration ?? LIMITS.UNLOCK_DURATION_DEFAULT_S
