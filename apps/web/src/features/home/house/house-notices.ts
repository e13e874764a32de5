import { type DeviceInfo, kindOf } from '@senca/contract'
import { isDoorOpen, lockStateOf, locksOf } from '#features/device-model/views/door-view.ts'
import { channelsOf } from '#features/device-model/views/light-view.ts'
import { freshnessOf, hasReported } from '#features/device-model/views/scene-of.ts'

/** The kinds of notices about a home, the most urgent first. */
export const NOTICES = ['doorOpen', 'unlocked', 'jammed', 'offline', 'uncertain'] as const
export type Notice = (typeof NOTICES)[number]

export const parseNotice = (text: string | null): Notice | null =>
  NOTICES.find((notice) => notice === text) ?? null

/** The notices of a device. A door with two jammed locks is listed twice. */
export function noticesOf(device: DeviceInfo): readonly Notice[] {
  if (freshnessOf(device, false) === 'offline') return ['offline']
  return [...doorNotices(device), ...(isUncertain(device) ? (['uncertain'] as const) : [])]
}

function doorNotices(device: DeviceInfo): Notice[] {
  const locks = locksOf(device.state)
  const jammed = locks.filter(({ state }) => state === 'jammed').map((): Notice => 'jammed')
  if (isDoorOpen(device) === true) return ['doorOpen', ...jammed]
  const lock = lockStateOf(locks)
  return lock === 'unlocked' || lock === 'unlocking' ? ['unlocked'] : jammed
}

/** Whether the state of a resting device is uncertain: it never reported, the position is assumed, or a sensor is silent. */
function isUncertain(device: DeviceInfo): boolean {
  const { state, devicetype } = device
  if (!hasReported(device)) return true
  if (state.status !== 'ready') return false
  const { mainAxis, family } = kindOf(devicetype)
  if (mainAxis !== null) return state.assumed || state[mainAxis] === null
  if (family === 'light') return channelsOf(device).some(({ brightness }) => brightness === null)
  const isContactSilent = state.magneticSensorConnected === true && isDoorOpen(device) === null
  const isSensorSilent =
    state.lockMagneticSensorConnected === true && typeof state.lockMagneticSensorOpen !== 'boolean'
  return isContactSilent || isSensorSilent || locksOf(state).some((lock) => lock.state === 'unknown')
}
