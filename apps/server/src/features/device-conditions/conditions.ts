import { type DeviceState, kindOf } from '@senca/contract'
import type { NotificationKind } from '@senca/contract/notifications'
import {
  type Device,
  effectiveTypeOf,
  isBatteryLow,
  isFreshlyReported,
  type Shadow,
  stateOf,
} from '#features/devices/index.ts'
import { isDoorOpen } from '#features/safety/index.ts'

/** What can last at a device. */
export const CONDITIONS = [
  'door_open',
  'door_unlocked',
  'lock_jammed',
  'device_offline',
  'battery_low',
] as const satisfies NotificationKind[]
export type Condition = (typeof CONDITIONS)[number]

const isAny = (one: boolean | null, other: boolean | null): boolean | null => {
  if (one === true || other === true) return true
  return one === false || other === false ? false : null
}

const isJammed = ({ motorLockState, magnetLockState }: DeviceState): boolean | null => {
  const of = (lock: DeviceState['motorLockState']) =>
    lock === undefined || lock === 'unknown' ? null : lock === 'jammed'
  return isAny(of(motorLockState), of(magnetLockState))
}

const isUnlocked = ({ motorLockLocked }: DeviceState): boolean | null =>
  motorLockLocked == null ? null : !motorLockLocked

/**
 * Whether something lasts at a device; null while that is not known: a door says it with its first report of a connection, and of a
 * battery between its two limits the last one counts.
 */
export function lasts(condition: Condition, shadow: Shadow): boolean | null {
  if (condition === 'device_offline') return !shadow.connected
  if (condition === 'battery_low') return isBatteryLow(stateOf(shadow))
  if (!isFreshlyReported(shadow)) return null
  const state = stateOf(shadow)
  switch (condition) {
    case 'door_open':
      return isDoorOpen(shadow)
    case 'door_unlocked':
      return isUnlocked(state)
    case 'lock_jammed':
      return isJammed(state)
  }
}

/** Whether people are notified of it without a choice: of an unlocked door only where its lock locks again by itself. */
export const isNotifiedByDefault = (condition: Condition, shadow: Shadow): boolean =>
  condition !== 'door_unlocked' || shadow.settings.unlockDuration !== undefined

const DAY_MINUTES = 1_440

/** After how many minutes people are notified without a choice. */
export function minutesOf(
  condition: Condition,
  { device, shadow, isProtected }: { device: Device; shadow: Shadow; isProtected: boolean },
): number {
  switch (condition) {
    case 'lock_jammed':
    case 'battery_low':
      return 0
    case 'door_open':
    case 'door_unlocked':
      return 15
    case 'device_offline': {
      const isDoor = kindOf(effectiveTypeOf(device, shadow)).family === 'door'
      return isDoor || isProtected ? 60 : DAY_MINUTES
    }
  }
}

/** How many devices make one notification of a home: three, or half of at least four. */
export const isWholeHome = (offline: number, devices: number): boolean =>
  offline >= 3 || (devices >= 4 && offline * 2 >= devices)
