import { LIMITS } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import { TokenBucket } from '#platform/token-bucket.ts'

const BURST = 250
const DELIVERIES = { ratePerSecond: LIMITS.DELIVERIES_PER_DEVICE_AND_SECOND, burst: BURST }

/** Delivers now to all who may see it. Returns the number of recipients. */
type Deliver = () => number

interface Device {
  bucket: TokenBucket
  /** The deliveries that wait for the budget: the newest of each kind. */
  waiting: Map<string, Deliver>
  cancelTimer: (() => void) | null
}

/**
 * Limits the number of deliveries that a device causes. A delivery over the limit waits, and a newer one of its kind replaces it.
 */
export function createDeliveryBudget(clock: Clock, failed: (error: unknown) => void) {
  const deviceById = new Map<string, Device>()
  const nowMs = () => clock.now().getTime()

  const isAtRest = ({ bucket, waiting }: Device) => waiting.size === 0 && bucket.available(nowMs()) >= BURST

  /** Deletes devices that are idle. The map is ordered by last use, the oldest first. */
  const forgetAtRest = () => {
    for (const [deviceId, device] of deviceById) {
      if (!isAtRest(device)) return
      deviceById.delete(deviceId)
    }
  }

  const find = (deviceId: string): Device => {
    const device = deviceById.get(deviceId) ?? {
      bucket: new TokenBucket(DELIVERIES, nowMs()),
      waiting: new Map(),
      cancelTimer: null,
    }
    deviceById.delete(deviceId)
    deviceById.set(deviceId, device)
    return device
  }

  /** A delivery that fails is reported and does not prevent others. */
  const deliverNow = ({ bucket }: Device, deliver: Deliver) => {
    try {
      bucket.take(deliver(), nowMs())
    } catch (error) {
      failed(error)
    }
  }

  const schedule = (device: Device) => {
    device.cancelTimer ??= clock.after(Math.ceil(device.bucket.msUntil(1, nowMs())), () => {
      device.cancelTimer = null
      deliverWaiting(device)
    })
  }

  const deliverWaiting = (device: Device) => {
    const { bucket, waiting } = device
    for (const [kind, deliver] of waiting) {
      if (bucket.available(nowMs()) <= 0) break
      waiting.delete(kind)
      deliverNow(device, deliver)
    }
    if (waiting.size > 0) schedule(device)
  }

  return {
    /**
     * Delivers now, or as soon as the budget of the device allows, unless a newer delivery of the same kind replaces this one.
     */
    run(deviceId: string, kind: string, deliver: Deliver) {
      forgetAtRest()
      const device = find(deviceId)
      if (device.waiting.size === 0 && device.bucket.available(nowMs()) > 0) {
        deliverNow(device, deliver)
        return
      }
      device.waiting.set(kind, deliver)
      schedule(device)
    },
    /** Delivers now, even without budget. Later deliveries wait longer for it. */
    runNow(deviceId: string, deliver: Deliver) {
      forgetAtRest()
      deliverNow(find(deviceId), deliver)
    },
    /** Discards the waiting delivery of a kind. */
    drop(deviceId: string, kind: string) {
      deviceById.get(deviceId)?.waiting.delete(kind)
    },
    stop() {
      for (const device of deviceById.values()) {
        device.cancelTimer?.()
        device.waiting.clear()
      }
    },
  }
}
