import type { Clock } from '#platform/clock.ts'
import { TokenBucket } from '#platform/token-bucket.ts'
import type { Entity } from './entity.ts'

/** A bridge is sent so many commands a second: radios lose what comes faster. */
const RATE = { ratePerSecond: 20, burst: 20 }

/** Lets the commands to the hardware of each bridge wait for their turn [HW47]. */
export function createPacing(clock: Pick<Clock, 'now' | 'after'>) {
  const bucketByBridge = new Map<string, TokenBucket>()
  return (entity: Pick<Entity, 'id' | 'device' | 'origin'>): Promise<void> => {
    const bridge = entity.origin?.name ?? entity.device?.key ?? entity.id
    const now = clock.now().getTime()
    const bucket = bucketByBridge.get(bridge) ?? new TokenBucket(RATE, now)
    bucketByBridge.set(bridge, bucket)
    const waitMs = bucket.msUntil(1, now)
    bucket.take(1, now)
    return waitMs === 0 ? Promise.resolve() : new Promise((resolve) => clock.after(waitMs, resolve))
  }
}
