import type { Socket } from 'node:net'
import { TokenBucket } from '../../token-bucket.ts'
import { createPacketMeter } from '../embedded/packet-meter.ts'
import { SPACE_LIMITS } from '../embedded/spaces/space-limits.ts'

/** Twice what an account reads from its own hardware: beyond it, the broker has to wait. */
const PACKETS = { ratePerSecond: 8_000, burst: 20_000 }
const BYTES = { ratePerSecond: 4 * 1_024 * 1_024, burst: 32 * 1_024 * 1_024 }
/** After so many messages, others get the event loop. */
const AT_ONCE = 20
const MIN_WAIT_MS = 5

/**
 * Limits how much of a joined broker is read, so that one that floods costs other accounts nothing. Must be called before anything
 * else reads from the stream.
 */
export function limitReads(stream: Socket, tooLarge: () => void): void {
  const startMs = performance.now()
  const [packets, bytes] = [new TokenBucket(PACKETS, startMs), new TokenBucket(BYTES, startMs)]
  const measure = createPacketMeter({
    maxBytes: SPACE_LIMITS.PACKET_BYTES,
    maxFiltersBytes: SPACE_LIMITS.FILTERS_BYTES,
  })
  stream.on('data', (chunk: Buffer) => {
    const measured = measure(chunk, Number.POSITIVE_INFINITY)
    if (measured.isTooLarge) {
      tooLarge()
      return
    }
    const nowMs = performance.now()
    packets.take(measured.packets, nowMs)
    bytes.take(chunk.length, nowMs)
    const waitMs = Math.max(packets.msUntil(1, nowMs), bytes.msUntil(1, nowMs))
    if (waitMs === 0) return
    stream.pause()
    setTimeout(() => stream.resume(), Math.max(MIN_WAIT_MS, waitMs))
  })
}

/** For `handleMessage` of a client: it goes on when `next` is called. */
export function createTurns() {
  let handled = 0
  return (_packet: unknown, next: () => void): void => {
    handled += 1
    if (handled % AT_ONCE === 0) setImmediate(next)
    else next()
  }
}
