import { TokenBucket } from '../../../token-bucket.ts'
import type { ReadBudget } from '../read-budget.ts'
import { SPACE_LIMITS } from './space-limits.ts'

const MIN_WAIT_MS = 5
const MAX_WAIT_MS = 50
/** Comparing a retained topic with a filter costs this part of a delivery. */
const CHECKS_PER_DELIVERY = 50

/** What the connections of one account may read together, and how much is delivered to them. */
export function createAccountReads() {
  const nowMs = performance.now()
  const packets = new TokenBucket(SPACE_LIMITS.ACCOUNT_PACKETS, nowMs)
  const packetsAtOnce = new TokenBucket(SPACE_LIMITS.ACCOUNT_PACKETS_AT_ONCE, nowMs)
  const bytes = new TokenBucket(SPACE_LIMITS.ACCOUNT_BYTES, nowMs)
  const deliveries = new TokenBucket(SPACE_LIMITS.DELIVERIES, nowMs)
  let connections = 0

  return {
    delivered: () => deliveries.take(1, performance.now()),
    searched: (checks: number) => deliveries.take(checks / CHECKS_PER_DELIVERY, performance.now()),
    /** The budget of a new connection. `tooFast` is called when it waits because of a limit that a person should know about. */
    connect(tooFast: () => void): { budget: ReadBudget; leave(): void } {
      const openedMs = performance.now()
      const ownPackets = new TokenBucket(SPACE_LIMITS.CONNECTION_PACKETS, openedMs)
      const ownBytes = new TokenBucket(SPACE_LIMITS.CONNECTION_BYTES, openedMs)
      const limits = [ownPackets, ownBytes, packets, bytes]
      connections += 1
      return {
        budget: {
          available(atMs) {
            const least = Math.min(ownPackets.available(atMs), packets.available(atMs))
            return {
              messages: deliveries.available(atMs) < 1 ? 0 : Math.min(least, packetsAtOnce.available(atMs)),
              bytes: Math.min(ownBytes.available(atMs), bytes.available(atMs)),
            }
          },
          consume(messages, length, atMs) {
            for (const bucket of [ownPackets, packets, packetsAtOnce]) bucket.take(messages, atMs)
            for (const bucket of [ownBytes, bytes]) bucket.take(length, atMs)
          },
          pause() {
            const atMs = performance.now()
            if (limits.some((bucket) => bucket.available(atMs) < 1)) tooFast()
            const waits = [...limits, deliveries].map((bucket) => bucket.msUntil(1, atMs))
            // Many connections that wait for the same limit look at it less often.
            const minMs = MIN_WAIT_MS + connections / 4
            return Math.max(minMs, Math.min(MAX_WAIT_MS, Math.max(...waits)))
          },
        },
        leave() {
          connections -= 1
        },
      }
    },
  }
}

export type AccountReads = ReturnType<typeof createAccountReads>
