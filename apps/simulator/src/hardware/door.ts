import type { ErrorCode, LockState, LockType, ReportedFields } from '@senca/contract'
import { LIMITS } from '@senca/contract'
import type { Behaviour, Host, PartCommand, Remembered } from './behaviour.ts'
import { createLock, type Lock, type UnlockSpan } from './lock.ts'
import { DOOR_PARTS, fittedParts } from './parts.ts'

const BOLT_TRAVEL_MS = 1_500
const MAGNET_MS = 60

export interface DoorOptions {
  host: Host
  /** The parts of this door; all by default. */
  parts?: readonly string[]
  remembered: Remembered | null
}

/** A front door: two locks, two sensors, a foil and two lights; each is optional. */
export function createDoor({ host, parts, remembered }: DoorOptions): Behaviour {
  const fitted = fittedParts(parts, DOOR_PARTS)
  const saved = remembered?.state
  let isLeafOpen = saved?.magneticSensorOpen ?? false
  let opacity = saved?.magicFoilOpacity ?? 0
  let isCalibrating = false
  const brightness = {
    door: saved?.doorLightBrightness ?? 0,
    handle: saved?.handleLightBrightness ?? 0,
  }
  const hasLeafSensor = fitted.has('magnetic_sensor')

  const lockWith = (travelMs: number, last: LockState | undefined): Lock =>
    createLock({
      host: { ...host, changed },
      travelMs,
      isLeafOpen: () => hasLeafSensor && isLeafOpen,
      remembered: last ?? null,
      isProven: remembered?.isOrderly ?? true,
    })
  const locks: Partial<Record<LockType, Lock>> = {
    ...(fitted.has('motor_lock') ? { motor: lockWith(BOLT_TRAVEL_MS, saved?.motorLockState) } : {}),
    ...(fitted.has('magnet_lock') ? { magnet: lockWith(MAGNET_MS, saved?.magnetLockState) } : {}),
  }
  const fittedLocks = Object.values(locks)

  function changed(): void {
    if (!isDriving()) isCalibrating = false
    host.changed()
  }

  const isDriving = (): boolean =>
    fittedLocks.some((lock) => lock.state() === 'locking' || lock.state() === 'unlocking')

  const spanOf = (lockType: LockType, seconds: number | undefined): UnlockSpan => {
    const settings = host.settings()
    const isUntilOpened =
      lockType === 'magnet' && settings.magnetLockUnlockType === 'until_opened' && hasLeafSensor
    if (isUntilOpened) return { kind: 'until_opened' }
    return {
      kind: 'timed',
      seconds: seconds ?? settings.unlockDuration ?? LIMITS.UNLOCK_DURATION_DEFAULT_S,
    }
  }

  const recalibrate = (): ErrorCode | null => {
    if (locks.motor === undefined) return 'device_unsupported_action'
    if (isDriving()) return 'device_busy'
    isCalibrating = true
    if (locks.motor.prove()) return null
    isCalibrating = false
    return 'device_not_ready'
  }

  const execute = (command: PartCommand): ErrorCode | null => {
    switch (command.command) {
      case 'unlock': {
        const lock = locks[command.lockType]
        if (lock === undefined) return 'device_unsupported_action'
        if (isCalibrating) return 'device_busy'
        lock.unlock(spanOf(command.lockType, command.unlockDuration))
        return null
      }
      case 'lock':
        return isCalibrating ? 'device_busy' : (locks[command.lockType]?.lock ?? unsupported)()
      case 'light_apply': {
        const { lightType } = command
        if (lightType !== 'door' && lightType !== 'handle') return 'device_unsupported_action'
        if (!fitted.has(`${lightType}_light`)) return 'device_unsupported_action'
        brightness[lightType] = command.brightness
        return null
      }
      case 'magic_foil_apply':
        if (!fitted.has('magic_foil')) return 'device_unsupported_action'
        opacity = command.opacity
        return null
      case 'abort':
        return 'device_not_busy'
      case 'recalibrate':
        return recalibrate()
      default:
        return 'device_unsupported_action'
    }
  }

  const fields = (): ReportedFields => ({
    motorLockConnected: locks.motor !== undefined,
    ...(locks.motor === undefined
      ? {}
      : { motorLockLocked: locks.motor.isLocked(), motorLockState: locks.motor.state() }),
    magnetLockConnected: locks.magnet !== undefined,
    ...(locks.magnet === undefined
      ? {}
      : { magnetLockLocked: locks.magnet.isLocked(), magnetLockState: locks.magnet.state() }),
    lockMagneticSensorConnected: fitted.has('lock_magnetic_sensor'),
    ...(fitted.has('lock_magnetic_sensor')
      ? { lockMagneticSensorOpen: fittedLocks.some((lock) => lock.isLocked() !== true) }
      : {}),
    magneticSensorConnected: hasLeafSensor,
    ...(hasLeafSensor ? { magneticSensorOpen: isLeafOpen } : {}),
    magicFoilConnected: fitted.has('magic_foil'),
    ...(fitted.has('magic_foil') ? { magicFoilOpacity: opacity } : {}),
    doorLightConnected: fitted.has('door_light'),
    ...(fitted.has('door_light') ? { doorLightBrightness: brightness.door } : {}),
    handleLightConnected: fitted.has('handle_light'),
    ...(fitted.has('handle_light') ? { handleLightBrightness: brightness.handle } : {}),
  })

  const jammed = (lock: LockType | undefined, isJammed: boolean): void => {
    const meant = lock === undefined ? fittedLocks : [locks[lock]]
    for (const each of meant) each?.setJammed(isJammed)
  }

  return {
    status() {
      if (isCalibrating) return 'calibrating'
      return isDriving() ? 'moving' : 'ready'
    },
    fields,
    execute,
    wallSwitch: () => false,
    moveLeaf(isOpen) {
      if (isOpen === isLeafOpen) return true
      isLeafOpen = isOpen
      if (isOpen) isCalibrating = false
      for (const lock of fittedLocks) lock.leafMoved(isOpen)
      host.changed()
      return true
    },
    jam: ({ lock }) => jammed(lock, true),
    unjam: () => jammed(undefined, false),
    losePlace() {},
    configure() {},
    halt() {
      isCalibrating = false
      for (const lock of fittedLocks) lock.halt()
    },
    boot() {
      for (const lock of fittedLocks) lock.boot()
    },
  }
}

const unsupported = (): ErrorCode => 'device_unsupported_action'
