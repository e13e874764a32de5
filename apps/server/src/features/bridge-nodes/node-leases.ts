import type { Clock } from '#platform/clock.ts'
import type { BridgeNodeStore } from './bridge-nodes.store.ts'

/** A process that has not called for this long loses its bridge [BR16]. */
export const LEASE_MS = 30_000

interface LeasesOptions {
  store: Pick<BridgeNodeStore, 'hold' | 'release'>
  clock: Pick<Clock, 'now'>
  /** Several instances share the database: the holder of a bridge is stored there. A single instance writes nothing. */
  isShared: boolean
}

/** Which process has which bridge: one at a time. */
export function createNodeLeases({ store, clock, isShared }: LeasesOptions) {
  const heldById = new Map<string, { process: string; seenMs: number }>()
  const nowMs = () => clock.now().getTime()
  const isFresh = ({ seenMs }: { seenMs: number }) => Math.abs(nowMs() - seenMs) < LEASE_MS
  /** Since when a process is refused, and whether that was reported. */
  const refusedById = new Map<string, { process: string; sinceMs: number; isReported: boolean }>()

  return {
    /** Notes that a process lives; returns false if another one has the bridge. */
    async take(bridgeId: string, process: string): Promise<boolean> {
      const held = heldById.get(bridgeId)
      if (!isShared && held !== undefined && held.process !== process && isFresh(held)) return false
      if (isShared) {
        const until = new Date(nowMs() + LEASE_MS)
        if (!(await store.hold(bridgeId, process, { now: clock.now(), until }))) return false
      }
      heldById.set(bridgeId, { process, seenMs: nowMs() })
      return true
    },

    /** Whether a process has the bridge: one that calls this instance, or one that the database names. */
    isAlive({ bridgeId, heldUntil }: { bridgeId: string; heldUntil: Date | null }): boolean {
      if (isShared) return heldUntil !== null && heldUntil > clock.now()
      const held = heldById.get(bridgeId)
      return held !== undefined && isFresh(held)
    },

    /**
     * Notes that a process was refused. Returns true once when the other one is alive beyond doubt: it was not just killed and started
     * again.
     */
    isSecond(bridgeId: string, process: string): boolean {
      const known = refusedById.get(bridgeId)
      const refused = known?.process === process ? known : { process, sinceMs: nowMs(), isReported: false }
      refusedById.set(bridgeId, refused)
      if (refused.isReported || nowMs() - refused.sinceMs < LEASE_MS) return false
      refused.isReported = true
      return true
    },

    /** A process has ended, with all its bridges. */
    async release(process: string): Promise<void> {
      for (const [id, held] of heldById) if (held.process === process) heldById.delete(id)
      if (isShared) await store.release(process)
    },
    /** A process has ended with one of its bridges. */
    async leave(bridgeId: string, process: string): Promise<void> {
      if (heldById.get(bridgeId)?.process === process) heldById.delete(bridgeId)
      if (isShared) await store.release(process, bridgeId)
    },
    forget(bridgeId: string): void {
      heldById.delete(bridgeId)
      refusedById.delete(bridgeId)
    },
  }
}

export type NodeLeases = ReturnType<typeof createNodeLeases>
