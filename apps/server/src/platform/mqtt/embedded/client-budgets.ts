import { TokenBucket } from '../../token-bucket.ts'
import type { ReadBudget } from './read-budget.ts'

/** The device protocol needs at most four messages per second. */
const MESSAGES = { ratePerSecond: 200, burst: 500 }
const BYTES = { ratePerSecond: 64 * 1024, burst: 256 * 1024 }
const CONNECTIONS = { ratePerSecond: 2, burst: 30 }
/** After this time every bucket is full again. */
const KEPT_MS = 15_000
/** How long reading pauses. Far shorter than any keep-alive, which counts from the last packet that was read. */
const PAUSE_MS = 50

/**
 * The read budget, first of one connection, and after the login of all connections of its client. `paused` is called once, when it
 * is used up for the first time.
 */
export function createReadBudget(paused: () => void): ReadBudget {
  const nowMs = performance.now()
  const messages = new TokenBucket(MESSAGES, nowMs)
  const bytes = new TokenBucket(BYTES, nowMs)
  let wasPaused = false
  return {
    available: (atMs) => ({ messages: messages.available(atMs), bytes: bytes.available(atMs) }),
    consume(count, length, atMs) {
      messages.take(count, atMs)
      bytes.take(length, atMs)
    },
    pause() {
      if (!wasPaused) paused()
      wasPaused = true
      return PAUSE_MS
    },
  }
}

interface Kept {
  budget: ReadBudget
  connections: TokenBucket
  open: number
  timer: NodeJS.Timeout | undefined
}

/** The budgets of logged-in clients. They outlive a connection, so that reconnecting does not refill them. */
export function createClientBudgets(paused: (clientId: string) => void) {
  const keptByClientId = new Map<string, Kept>()

  const keep = (clientId: string): Kept => {
    const nowMs = performance.now()
    const kept = keptByClientId.get(clientId) ?? {
      budget: createReadBudget(() => paused(clientId)),
      connections: new TokenBucket(CONNECTIONS, nowMs),
      open: 0,
      timer: undefined,
    }
    keptByClientId.set(clientId, kept)
    return kept
  }

  return {
    /** Only logged-in connections count, so nobody else can use up a client's budget. */
    mayConnect(clientId: string): boolean {
      const kept = keptByClientId.get(clientId)
      return kept === undefined || kept.connections.available(performance.now()) >= 1
    },
    /** Called when a connection has logged in. Call `leave` once when it ends. */
    join(clientId: string): { budget: ReadBudget; leave(): void } {
      const kept = keep(clientId)
      clearTimeout(kept.timer)
      kept.open += 1
      kept.connections.take(1, performance.now())
      return {
        budget: kept.budget,
        leave() {
          kept.open -= 1
          if (kept.open > 0) return
          kept.timer = setTimeout(() => keptByClientId.delete(clientId), KEPT_MS)
          kept.timer.unref()
        },
      }
    },
  }
}

export type ClientBudgets = ReturnType<typeof createClientBudgets>
