import { type DeviceInfo, type DeviceState, LIMITS, type LockState, type LockType } from '@senca/contract'

export type DoorLock = { readonly type: LockType; readonly state: LockState; readonly isLocked: boolean }

const stateOf = (told: LockState | undefined, locked: boolean | null | undefined): LockState => {
  if (told !== undefined) return told
  if (locked === true) return 'locked'
  return locked === false ? 'unlocked' : 'unknown'
}

/** The locks that are connected, strike lock first. */
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

/** The state that matters most comes first: what is wrong, what moves, what stands open, what nobody knows. */
const BY_WEIGHT = ['jammed', 'unlocking', 'locking', 'unlocked', 'unknown', 'locked'] as const

/** What to say of all locks of a door together; null of a door without a lock. */
export function lockStateOf(locks: readonly DoorLock[]): LockState | null {
  return BY_WEIGHT.find((state) => locks.some((lock) => lock.state === state)) ?? null
}

/** What the lock's own sensor says, by which the disc is green, red or white. */
export function lockSensorOf(state: DeviceState): 'open' | 'closed' | 'none' {
  if (!state.lockMagneticSensorConnected || typeof state.lockMagneticSensorOpen !== 'boolean') return 'none'
  return state.lockMagneticSensorOpen ? 'open' : 'closed'
}

/** Whether the leaf stands open, by the door's magnetic sensor; null without one, and of anything but a home door. */
export function isDoorOpen({ devicetype, state }: Pick<DeviceInfo, 'devicetype' | 'state'>): boolean | null {
  if (devicetype !== 'home_door' || !state.magneticSensorConnected) return null
  return state.magneticSensorOpen ?? null
}

/** What a lock is asked to open by. */
export const unlockCapabilityOf = (lock: LockType) => (lock === 'motor' ? 'unlockMotor' : 'unlockMagnet')

/** The lights of a door; `name` is a key below `card`, and begins the names of what a door reports of it. */
const DOOR_LIGHTS = [
  { type: 'door', name: 'doorLight', capability: 'setDoorLight' },
  { type: 'handle', name: 'handleLight', capability: 'setHandleLight' },
] as const

/** The lights that are connected, door light first, each with its level 0..1, null for unknown. */
export const doorLightsOf = (state: DeviceState) =>
  DOOR_LIGHTS.filter(({ name }) => state[`${name}Connected`] === true).map((light) => ({
    ...light,
    level: state[`${light.name}Brightness`] ?? null,
  }))

export type DoorLight = ReturnType<typeof doorLightsOf>[number]

/** The word for the foil in the glass of a door, as a key below `card.foilState`. */
export function foilWordOf({ magicFoilOpacity: opacity }: DeviceState): 'unknown' | 'milky' | 'clear' {
  if (opacity === undefined || opacity === null) return 'unknown'
  return opacity > 0 ? 'milky' : 'clear'
}

/** Whether a lock stays unlocked until the leaf was opened, however long that takes. */
export const isUntilOpened = (
  { settings, state }: Pick<DeviceInfo, 'settings' | 'state'>,
  lock: LockType,
): boolean =>
  lock === 'magnet' &&
  settings.magnetLockUnlockType === 'until_opened' &&
  state.magneticSensorConnected === true

/** How long a lock stays unlocked when nobody says otherwise, in seconds. */
export const unlockSecondsOf = ({ settings }: Pick<DeviceInfo, 'settings'>): number =>
  settings.unlockDuration ?? LIMITS.UNLOCK_DURATION_DEFAULT_S
