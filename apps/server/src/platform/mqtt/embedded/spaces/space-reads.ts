import { TokenBucket } from '../../../token-bucket.ts'
import type { ReadBudget } from '../read-budget.ts'
import { SPACE_LIMITS } from './space-limits.ts'

const MIN_WAIT_MS = 3
const MAX_WAIT_MS = 50
/** With more deliveries than this, a packet counts more than once for what is read at once. */
const DELIVERIES_OF_PACKET = 10
/** How long the packet with most deliveries is remembered. */
const REMEMBERED_MS = 60_000
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
  let deliveriesOfPacket = 0
  let most = { deliveries: 1, atMs: nowMs }

  /** How many deliveries a packet may cause, by those before it. */
  const expected = (atMs: number): number => {
    if (atMs - most.atMs > REMEMBERED_MS) most = { deliveries: 1, atMs }
    // A client receives a packet once.
    return Math.max(1, Math.min(most.deliveries, connections))
  }

  return {
    published() {
      deliveriesOfPacket = 0
    },
    delivered({ isRetained }: { isRetained: boolean }) {
      const atMs = performance.now()
      deliveries.take(1, atMs)
      if (isRetained) return
      deliveriesOfPacket += 1
      if (deliveriesOfPacket >= most.deliveries) most = { deliveries: deliveriesOfPacket, atMs }
    },
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
            const each = expected(atMs)
            const deliverable = deliveries.available(atMs)
            return {
              messages: Math.min(
                ownPackets.available(atMs),
                packets.available(atMs),
                packetsAtOnce.available(atMs) / Math.max(1, each / DELIVERIES_OF_PACKET),
                deliverable < 1 ? 0 : Math.max(1, deliverable / each),
              ),
              bytes: Math.min(ownBytes.available(atMs), bytes.available(atMs)),
            }
          },
          consume(messages, length, atMs) {
            for (const bucket of [ownPackets, packets]) bucket.take(messages, atMs)
            packetsAtOnce.take(messages * Math.max(1, expected(atMs) / DELIVERIES_OF_PACKET), atMs)
            for (const bucket of [ownBytes, bytes]) bucket.take(length, atMs)
          },
          pause() {
            const atMs = performance.now()
            if (limits.some((bucket) => bucket.available(atMs) < 1)) tooFast()
            const waits = [...limits, packetsAtOnce, deliveries].map((bucket) => bucket.msUntil(1, atMs))
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
