import type { BridgeActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'

/** What a connected app showed ends within a second [BR4]. */
const SEEN_MS = 500
const MAX_SEEN = 1_000

/** Keeps for a moment which connected apps are in effect, because each of many messages depends on it. */
export function createSeenBridges(
  bridges: { find(id: string): Promise<BridgeActor | null> },
  clock: Pick<Clock, 'now'>,
) {
  const seen = new Map<string, { found: Promise<BridgeActor | null>; at: number }>()
  return {
    /** The app with what it is granted; null after its end and while it is paused. */
    find(id: string): Promise<BridgeActor | null> {
      const now = clock.now().getTime()
      const known = seen.get(id)
      if (known !== undefined && Math.abs(now - known.at) < SEEN_MS) return known.found
      if (seen.size >= MAX_SEEN) seen.clear()
      const found = bridges.find(id)
      seen.set(id, { found, at: now })
      found.catch(() => seen.delete(id))
      return found
    },
    /** Called when rights have changed. */
    clear: () => seen.clear(),
  }
}
