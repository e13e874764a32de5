import { distance, type Place, ROUNDING } from './oracle.ts'

/** After the start of a hold, and after each reconnect. */
const FIRST_MS = 30_000
const SECOND_MS = 90_000
/** The longest time between two checks of what is held. */
const SEEN_AFTER_MS = 15_000
const HOUR_MS = 3_600_000
const MARGIN_MS = 120_000

interface Sent {
  place: Place
  count: number
  dueAt: number
  wasReachable: boolean
  /** Whether a command has arrived since it was last seen out of reach. */
  wasReached: boolean
}

/**
 * When a held cover that confirms nothing must be sent to its safe place: at the start, again after 60 s, after each reconnect and once
 * an hour.
 */
export function createRepeats(now: () => number) {
  const byId = new Map<string, Sent>()
  const lastById = new Map<string, { at: number; goal: number }>()
  const isTo = (place: Place, goal: number) => distance(place, goal) <= ROUNDING
  return {
    /** A hold is seen some time after it began. */
    began(id: string, place: Place) {
      const last = lastById.get(id)
      const wasSent = last !== undefined && now() - last.at < SEEN_AFTER_MS && isTo(place, last.goal)
      const dueAt = wasSent ? last.at + SECOND_MS : now() + FIRST_MS
      byId.set(id, { place, count: Number(wasSent), dueAt, wasReachable: true, wasReached: false })
    },
    ended: (id: string) => void byId.delete(id),
    sent(id: string, goal: number, isReachable: boolean) {
      lastById.set(id, { at: now(), goal })
      const known = byId.get(id)
      if (known === undefined || !isTo(known.place, goal)) return
      known.count += 1
      known.wasReached ||= isReachable
      known.dueAt = now() + (known.count === 1 ? SECOND_MS : HOUR_MS + MARGIN_MS)
    },
    /** Whether a command is overdue, where the cover can be reached or not; true once. */
    isMissing(id: string, isReachable: boolean): boolean {
      const known = byId.get(id)
      if (known === undefined) return false
      // It may have been sent there before this is called.
      const isBack = isReachable && !known.wasReachable && !known.wasReached
      known.wasReachable = isReachable
      if (!isReachable) known.wasReached = false
      if (isBack) known.dueAt = Math.min(known.dueAt, now() + FIRST_MS)
      if (!isReachable || now() <= known.dueAt) {
        if (!isReachable) known.dueAt = Math.max(known.dueAt, now() + FIRST_MS)
        return false
      }
      byId.delete(id)
      return true
    },
  }
}
