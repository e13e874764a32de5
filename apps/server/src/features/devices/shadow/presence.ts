/** The clocks of two instances may differ by this much. */
const CLOCKS_DIFFER_MS = 2_000
/** Within this time, messages of two sessions that different instances received may be applied in the wrong order. */
const SESSION_ORDER_MS = 10_000

interface Session {
  number: number
  /** Milliseconds since 1970. */
  since: number
}

/** The known connection of an endpoint. */
export interface Presence {
  connected: boolean
  /** The time of the last message about the connection, in milliseconds since 1970. Absent if it was read from the database. */
  statusAt?: number | undefined
  /** The session of the last message, and its time. Absent if the endpoint has no session numbers. */
  session?: Session | undefined
}

/** A message of an endpoint or of a broker about a connection. Times are milliseconds since 1970. */
export interface ReportedPresence {
  connected: boolean
  at: number
  /** The session number, if the endpoint reports one. */
  session?: number | undefined
  /** For a retained message: the time at which the broker was asked for it. */
  keptSince?: number | undefined
  /** For an end that is not reported by the endpoint itself: the time of the end. */
  endedAt?: number | undefined
}

/** The connection after a message, or null if the message changes nothing or is older than what is known. */
export function nextPresence(known: Presence, reported: ReportedPresence): Presence | null {
  if (isLate(known, reported)) return null
  const { connected, session } = reported
  const statusAt = reported.keptSince ?? reported.at
  const next = {
    connected,
    statusAt,
    session: session === undefined ? known.session : { number: session, since: statusAt },
  }
  const isNews = known.connected !== connected || known.session?.number !== next.session?.number
  return isNews ? next : null
}

function isLate(known: Presence, { connected, at, session, keptSince, endedAt }: ReportedPresence): boolean {
  const { statusAt = 0 } = known
  // It may belong to an earlier connection. The known one is ended by its own will.
  if (endedAt !== undefined) return statusAt > endedAt - CLOCKS_DIFFER_MS
  // A retained message is the last one that was published, unless another one came since the broker was asked.
  if (keptSince !== undefined && statusAt < keptSince - CLOCKS_DIFFER_MS) return false
  if (known.session === undefined || session === undefined)
    return keptSince !== undefined && known.statusAt !== undefined
  const { number, since } = known.session
  if (session > number) return false
  // A session ends only once.
  if (session === number)
    return connected && !known.connected && at - Math.max(statusAt, since) < SESSION_ORDER_MS
  // A will applies only to its own session. A much later message with a lower number: the endpoint has lost its count.
  return !connected || at - since < SESSION_ORDER_MS
}

/** The newer of two known connections of the same endpoint. */
export function laterPresence(one: Presence, other: Presence): Presence {
  const isOther = isLaterThan(other, one)
  const { connected, statusAt, session } = isOther ? other : one
  return { connected, statusAt, session }
}

function isLaterThan(one: Presence, other: Presence): boolean {
  const [own, known] = [one.session, other.session]
  const aheadMs = (one.statusAt ?? 0) - (other.statusAt ?? 0)
  if (own === undefined || known === undefined) return aheadMs > 0
  if (own.number === known.number) {
    const isNeighbour = Math.abs(aheadMs) < SESSION_ORDER_MS && one.connected !== other.connected
    return isNeighbour ? other.connected : aheadMs > 0
  }
  const isLower = own.number < known.number
  const hasLostCount = isLower
    ? own.since - known.since >= SESSION_ORDER_MS
    : known.since - own.since >= SESSION_ORDER_MS
  return isLower === hasLostCount
}
