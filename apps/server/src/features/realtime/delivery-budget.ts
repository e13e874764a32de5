import { LIMITS } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import { createTokenBucket, type TokenBucket } from '#platform/token-bucket.ts'

const BURST = 250
const DELIVERIES = { ratePerSecond: LIMITS.DELIVERIES_PER_DEVICE_AND_SECOND, burst: BURST }

/** Delivers now, to all who may see it; answers to how many. */
type Deliver = () => number

interface Device {
  bucket: TokenBucket
  /** What is delivered once the budget allows it: the newest of each kind. */
  waiting: Map<string, Deliver>
  cancelTimer: (() => void) | null
}

/** Bounds how many deliveries a device causes; what would be too many waits, and is replaced by what is newer. */
export function createDeliveryBudget(clock: Clock, failed: (error: unknown) => void) {
  const deviceById = new Map<string, Device>()
  const nowMs = () => clock.now().getTime()

  const isAtRest = ({ bucket, waiting }: Device) => waiting.size === 0 && bucket.available(nowMs()) >= BURST

  /** Those that were used longest ago stand first: what is at rest need not be remembered. */
  const forgetAtRest = () => {
    for (const [deviceId, device] of deviceById) {
      if (!isAtRest(device)) return
      deviceById.delete(deviceId)
    }
  }

  const find = (deviceId: string): Device => {
    const device = deviceById.get(deviceId) ?? {
      bucket: createTokenBucket(DELIVERIES, nowMs()),
      waiting: new Map(),
      cancelTimer: null,
    }
    deviceById.delete(deviceId)
    deviceById.set(deviceId, device)
    return device
  }

  /** One that fails is told of, and keeps no other from being delivered. */
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
    /** Delivers now, or as soon as the device may cause deliveries again, unless something of the kind comes meanwhile. */
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
    /** Delivers now, whatever the budget allows: later deliveries wait for it. */
    runNow(deviceId: string, deliver: Deliver) {
      forgetAtRest()
      deliverNow(find(deviceId), deliver)
    },
    /** Forgets what waits of a device and is of that kind. */
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
