import { type DeviceInfo, isBusy, kindOf } from '@senca/contract'
import { type SafetyReason, safetySchema } from '@senca/contract/automation'
import { plainText } from './plain-text.ts'

const percentOf = (value: number | null | undefined): number | null =>
  value == null ? null : Math.round(value * 100)

/** Why a device is held, without the text of an alarm, which a person typed. */
export const shownReason = ({ measurement, value, unit, threshold }: SafetyReason) => ({
  reason: measurement,
  value,
  unit,
  threshold,
})

/** What holds a device; null for nothing. */
export function shownHold({ safety }: Pick<DeviceInfo, 'safety'>) {
  const held = safetySchema.safeParse(safety).data
  if (held === undefined) return null
  const { reason, since, until, isSensorSilent } = held
  return { ...shownReason(reason), since, until, isSensorSilent }
}

/** A device in a list: where it is, how old that is, and what holds it. `closedPercent` and `tiltPercent` are 0 for open. */
export function shownDevice(info: DeviceInfo, { now, room }: { now: Date; room: string | null }) {
  const { state, connected } = info
  const isShade = kindOf(info.devicetype).family === 'shade'
  const held = shownHold(info)
  return {
    id: info.id,
    name: plainText(info.name),
    kind: info.devicetype,
    room: room === null ? null : plainText(room),
    mayMove: info.permissions.includes('command'),
    state: connected ? (isBusy(state.status) ? 'moving' : 'at rest') : 'offline',
    ...(isShade
      ? { closedPercent: percentOf(state.position), tiltPercent: percentOf(state.inclination) }
      : {}),
    ageSeconds:
      state.reportedAt === null
        ? null
        : Math.max(0, Math.round((now.getTime() - Date.parse(state.reportedAt)) / 1_000)),
    held: held === null ? null : held.reason,
    until: held?.until ?? null,
  }
}

const doorOf = ({ state, unlockBy }: DeviceInfo) => ({
  isOpen: state.magneticSensorOpen ?? state.lockMagneticSensorOpen ?? null,
  motorLock: state.motorLockState ?? null,
  magnetLock: state.magnetLockState ?? null,
  glassMilkyPercent: percentOf(state.magicFoilOpacity),
  doorLightPercent: percentOf(state.doorLightBrightness),
  handleLightPercent: percentOf(state.handleLightBrightness),
  unlockBy: unlockBy ?? null,
})

/** A device by itself: also its locks, lights and what it can do. */
export function shownDetails(info: DeviceInfo, around: { now: Date; room: string | null }) {
  const { family } = kindOf(info.devicetype)
  const { state } = info
  return {
    ...shownDevice(info, around),
    can: info.can,
    target:
      state.target == null
        ? null
        : {
            closedPercent: percentOf(state.target.position),
            tiltPercent: percentOf(state.target.inclination),
          },
    ...(family === 'door' ? { door: doorOf(info) } : {}),
    ...(family === 'light'
      ? { light1Percent: percentOf(state.light1Brightness), light2Percent: percentOf(state.light2Brightness) }
      : {}),
    hold: shownHold(info),
  }
}
