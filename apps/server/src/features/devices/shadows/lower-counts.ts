import type { Counts } from '@senca/contract'
import { isLater } from './shadow.ts'

/**
 * Tells a device that counts lower since it connected than it did before from a report that comes late. One lower
 * report may be an old one that was sent again; a second one that counts on from it is not.
 */
export function createLowerCounts() {
  /** For connections of which no report was applied yet: the first of their lower counts. */
  const firstById = new Map<string, Counts | null>()
  return {
    connected(deviceId: string) {
      firstById.set(deviceId, null)
    },
    disconnected(deviceId: string) {
      firstById.delete(deviceId)
    },
    /** A report of the connection was applied: what is lower from now on is older. */
    applied(deviceId: string) {
      firstById.delete(deviceId)
    },
    /** Whether a report that is lower than what is known counts on from one before it in the same connection. */
    goesOn(deviceId: string, { totalRestarts, totalStateUpdates }: Counts): boolean {
      const first = firstById.get(deviceId)
      if (first === undefined) return false
      const counts = { totalRestarts, totalStateUpdates }
      if (first !== null && isLater(counts, first)) return true
      firstById.set(deviceId, counts)
      return false
    },
  }
}
