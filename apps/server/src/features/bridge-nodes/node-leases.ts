import type { Clock } from '#platform/clock.ts'
import type { BridgeNodeStore } from './bridge-nodes.store.ts'

/** A process that was silent for so long has a bridge no more [BR16]. */
export const LEASE_MS = 30_000

interface LeasesOptions {
  store: Pick<BridgeNodeStore, 'hold' | 'release'>
  clock: Pick<Clock, 'now'>
  /** Several instances share the database: who has a bridge stands there. Alone, nothing is written. */
  isShared: boolean
}

/** Which process has which bridge: one at a time. */
export function createNodeLeases({ store, clock, isShared }: LeasesOptions) {
  const heldById = new Map<string, { process: string; seenMs: number }>()
  const nowMs = () => clock.now().getTime()
  const isFresh = ({ seenMs }: { seenMs: number }) => Math.abs(nowMs() - seenMs) < LEASE_MS

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

    /** Whether a process has the bridge: one that calls this instance, or as the database says another. */
    isAlive({ bridgeId, heldUntil }: { bridgeId: string; heldUntil: Date | null }): boolean {
      if (isShared) return heldUntil !== null && heldUntil > clock.now()
      const held = heldById.get(bridgeId)
      return held !== undefined && isFresh(held)
    },

    /** A process has ended. */
    async release(process: string): Promise<void> {
      for (const [id, held] of heldById) if (held.process === process) heldById.delete(id)
      if (isShared) await store.release(process)
    },
    forget: (bridgeId: string): void => void heldById.delete(bridgeId),
  }
}

export type NodeLeases = ReturnType<typeof createNodeLeases>
