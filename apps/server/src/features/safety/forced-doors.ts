import {
  type Device,
  type Shadow,
  type ShadowChange,
  type Shadows,
  stateOf,
} from '#features/devices/index.ts'
import { isDoorOpen } from './lock-out.ts'

interface ForcedDoorsOptions {
  shadows: Pick<Shadows, 'onChange'>
  lookup(ids: readonly string[]): Promise<Device[]>
  alarm(accountId: string, deviceId: string, on: boolean): Promise<unknown>
  failed(error: unknown): void
}

const isLocked = (shadow: Shadow): boolean => {
  const { motorLockLocked, magnetLockLocked } = stateOf(shadow)
  return motorLockLocked === true || magnetLockLocked === true
}

/** Raises an alarm when a door opens while it is locked. The alarm ends when the door is closed. */
export function createForcedDoors({ shadows, lookup, alarm, failed }: ForcedDoorsOptions) {
  /** Doors whose alarm this process raised or may have to end. */
  const forced = new Set<string>()
  let unfollow = () => {}

  const notify = async (deviceId: string, on: boolean): Promise<void> => {
    const [device] = await lookup([deviceId])
    if (device?.ownerId != null) await alarm(device.ownerId, deviceId, on)
  }

  const received = ({ before, shadow, event, isIngested }: ShadowChange) => {
    if (event.kind !== 'report' || !isIngested) return
    const { deviceId } = shadow
    const wasOpen = isDoorOpen(before)
    const isOpenNow = isDoorOpen(shadow)
    if (wasOpen === false && isOpenNow === true && isLocked(before) && isLocked(shadow)) {
      forced.add(deviceId)
      notify(deviceId, true).catch(failed)
    } else if (isOpenNow === false && (wasOpen !== false || forced.has(deviceId))) {
      forced.delete(deviceId)
      notify(deviceId, false).catch(failed)
    }
  }

  return {
    start() {
      unfollow = shadows.onChange(received)
    },
    stop: () => unfollow(),
  }
}
