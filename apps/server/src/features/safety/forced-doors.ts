import {
  type Device,
  isFreshlyReported,
  type Shadow,
  type ShadowChange,
  type Shadows,
  stateOf,
} from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'

/** A lock of another maker may report late that a person has opened it. */
const STILL_LOCKED_MS = 5_000

interface ForcedDoorsOptions {
  shadows: Pick<Shadows, 'onChange' | 'peek'>
  clock: Pick<Clock, 'after'>
  /** Whether a door is made of hardware of other makers. */
  isOfEntities(deviceId: string): boolean
  lookup(ids: readonly string[]): Promise<Device[]>
  alarm(accountId: string, door: Device, on: boolean): Promise<unknown>
  failed(error: unknown): void
}

/** By the sensor of the door: that of a lock is open as soon as one of the locks is. */
const isOpen = (shadow: Shadow): boolean | null => stateOf(shadow).magneticSensorOpen ?? null

const isLocked = (shadow: Shadow): boolean => {
  const { motorLockLocked, magnetLockLocked } = stateOf(shadow)
  return motorLockLocked === true || magnetLockLocked === true
}

const isLockedLive = (shadow: Shadow): boolean =>
  isFreshlyReported(shadow) && !shadow.isAgeUnknown && stateOf(shadow).motorLockLocked === true

/**
 * Raises an alarm when a door opens while it is locked. The alarm ends when the door is closed. A door of other makers must have
 * reported live that its motor lock is locked, and report the same 5 s later.
 */
export function createForcedDoors(options: ForcedDoorsOptions) {
  const { shadows, clock, isOfEntities, lookup, alarm, failed } = options
  /** Doors whose alarm this process raised or may have to end. */
  const forced = new Set<string>()
  /** Doors that are open and may be forced, each with the function that ends the wait. */
  const doubtful = new Map<string, () => void>()
  let unfollow = () => {}

  const notify = async (deviceId: string, on: boolean): Promise<void> => {
    const [device] = await lookup([deviceId])
    if (device?.ownerId != null) await alarm(device.ownerId, device, on)
  }

  const raise = (deviceId: string) => {
    forced.add(deviceId)
    notify(deviceId, true).catch(failed)
  }
  const endDoubt = (deviceId: string) => {
    doubtful.get(deviceId)?.()
    doubtful.delete(deviceId)
  }
  const doubt = (deviceId: string) => {
    endDoubt(deviceId)
    const cancel = clock.after(STILL_LOCKED_MS, () => {
      doubtful.delete(deviceId)
      const shadow = shadows.peek(deviceId)
      if (shadow !== undefined && isLockedLive(shadow) && isOpen(shadow) === true) raise(deviceId)
    })
    doubtful.set(deviceId, cancel)
  }

  const received = ({ before, shadow, event, isIngested }: ShadowChange) => {
    if (event.kind !== 'report' || !isIngested) return
    const { deviceId } = shadow
    const wasOpen = isOpen(before)
    const isOpenNow = isOpen(shadow)
    if (isOpenNow !== true) endDoubt(deviceId)
    if (wasOpen === false && isOpenNow === true && isLocked(before) && isLocked(shadow)) {
      if (!isOfEntities(deviceId)) raise(deviceId)
      else if (isLockedLive(before)) doubt(deviceId)
    } else if (isOpenNow === false && (wasOpen !== false || forced.has(deviceId))) {
      forced.delete(deviceId)
      notify(deviceId, false).catch(failed)
    }
  }

  return {
    start() {
      unfollow = shadows.onChange(received)
    },
    stop() {
      unfollow()
      for (const deviceId of [...doubtful.keys()]) endDoubt(deviceId)
    },
  }
}
