import type { IPublishPacket } from 'mqtt'
import { TokenBucket } from '../../token-bucket.ts'

/** Twice what an account reads from its own hardware: beyond it, the broker has to wait. */
const PACKETS = { ratePerSecond: 8_000, burst: 20_000 }
const BYTES = { ratePerSecond: 4 * 1_024 * 1_024, burst: 32 * 1_024 * 1_024 }
/** After so many messages, others get the event loop. */
const AT_ONCE = 20
const MIN_WAIT_MS = 5

/** Limits how much of a joined broker is read, so that one that floods costs other accounts nothing. */
export function createReadPace() {
  const startMs = performance.now()
  const [packets, bytes] = [new TokenBucket(PACKETS, startMs), new TokenBucket(BYTES, startMs)]
  let read = 0
  /** For `handleMessage` of a client: it reads on when `next` is called. */
  return ({ payload }: Pick<IPublishPacket, 'payload'>, next: () => void): void => {
    const nowMs = performance.now()
    packets.take(1, nowMs)
    bytes.take(payload.length, nowMs)
    const waitMs = Math.max(packets.msUntil(1, nowMs), bytes.msUntil(1, nowMs))
    read += 1
    if (waitMs > 0) setTimeout(next, Math.max(MIN_WAIT_MS, waitMs))
    else if (read % AT_ONCE === 0) setImmediate(next)
    else next()
  }
}
