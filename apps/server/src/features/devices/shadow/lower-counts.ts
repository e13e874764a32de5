import type { Counts } from '@senca/contract'
import { isLater } from './shadow.ts'

interface Connection {
  hasReportedStatus: boolean
  /** The counts of the first report with lower counts. */
  first: Counts | null
}

/**
 * Decides whether an endpoint has lost its counts or a report with lower counts is only late. Reports before the status of a
 * connection may be old ones that are sent again, and so may the first report after it. A second report whose counts are higher
 * than those of the first proves that the counts started again.
 */
export function createLowerCounts() {
  /** Connections of which no report has been applied yet. */
  const connectionByKey = new Map<string, Connection>()
  return {
    connected(endpoint: string) {
      connectionByKey.set(endpoint, { hasReportedStatus: false, first: null })
    },
    disconnected(endpoint: string) {
      connectionByKey.delete(endpoint)
    },
    reportedStatus(endpoint: string) {
      const connection = connectionByKey.get(endpoint)
      if (connection !== undefined) connection.hasReportedStatus = true
    },
    /** Called when a report of the connection was applied. From now on a report with lower counts is an old one. */
    applied(endpoint: string) {
      connectionByKey.delete(endpoint)
    },
    /** Whether a report with lower counts continues the counting of an earlier such report of the same connection. */
    goesOn(endpoint: string, { totalRestarts, totalStateUpdates }: Counts): boolean {
      const connection = connectionByKey.get(endpoint)
      if (connection === undefined || !connection.hasReportedStatus) return false
      const counts = { totalRestarts, totalStateUpdates }
      if (connection.first !== null && isLater(counts, connection.first)) return true
      connection.first = counts
      return false
    },
  }
}
