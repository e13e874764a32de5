import type { Counts } from '@senca/contract'
import { isLater } from './shadow.ts'

interface Connection {
  hasSaidStatus: boolean
  /** The first of its lower counts. */
  first: Counts | null
}

/**
 * Tells whether an endpoint has lost its counts, or a report with lower counts is only late. Reports from before the status
 * of a connection may be old ones that are sent again, and so may the first one after it; a second one that is later
 * than the first is not.
 */
export function createLowerCounts() {
  /** Connections of which no report was applied yet. */
  const connectionByKey = new Map<string, Connection>()
  return {
    connected(endpoint: string) {
      connectionByKey.set(endpoint, { hasSaidStatus: false, first: null })
    },
    disconnected(endpoint: string) {
      connectionByKey.delete(endpoint)
    },
    saidStatus(endpoint: string) {
      const connection = connectionByKey.get(endpoint)
      if (connection !== undefined) connection.hasSaidStatus = true
    },
    /** A report of the connection was applied: what is lower from now on is older. */
    applied(endpoint: string) {
      connectionByKey.delete(endpoint)
    },
    /** Whether a report that is lower than what is known counts on from one before it in the same connection. */
    goesOn(endpoint: string, { totalRestarts, totalStateUpdates }: Counts): boolean {
      const connection = connectionByKey.get(endpoint)
      if (connection === undefined || !connection.hasSaidStatus) return false
      const counts = { totalRestarts, totalStateUpdates }
      if (connection.first !== null && isLater(counts, connection.first)) return true
      connection.first = counts
      return false
    },
  }
}
