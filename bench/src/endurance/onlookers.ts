import { createDelays } from './delays.ts'

interface Sighting {
  place: number
  count: number
  at: number
}

/** What sockets see of a fleet that reports in a circle, put beside when it was sent. */
export function createOnlookers(devices: number) {
  let firstCounts: readonly number[] = []
  /** When each report left, in pieces; a piece goes once everything in it must have arrived. */
  const sentAt = new Map<number, number>()
  let sent = 0
  let waiting: Sighting[] = []
  let delays = createDelays()
  let delivered = 0
  let seenFirst = 0
  let passed = 0
  let lastAt = 0

  /** Which report of all a sighting is; negative before the first. */
  const numberOf = ({ place, count }: Sighting) =>
    (count - (firstCounts[place] ?? Number.POSITIVE_INFINITY)) * devices + place

  const settle = () => {
    const early: Sighting[] = []
    for (const sighting of waiting) {
      const number = numberOf(sighting)
      const left = sentAt.get(number)
      if (left !== undefined) delays.add(sighting.at - left)
      else if (number >= sent) early.push(sighting)
    }
    waiting = early
  }

  return {
    begin(counts: readonly number[]) {
      firstCounts = counts
    },
    sent(from: number, times: Float64Array) {
      for (const [index, at] of times.entries()) sentAt.set(from + index, at)
      sent = from + times.length
      settle()
    },
    /** Opens one more socket's view; `isFirst` of its home. The answer tells what it saw last of each device. */
    add(isFirst: boolean) {
      const last = new Map<number, { count: number; position: number | null }>()
      return {
        last,
        see(place: number, count: number, position: number | null, at: number) {
          lastAt = at
          const before = last.get(place)?.count ?? count - 1
          last.set(place, { count, position })
          if (count < (firstCounts[place] ?? Number.POSITIVE_INFINITY)) return
          delivered += 1
          passed += Math.max(0, count - before - 1)
          if (isFirst) seenFirst += count - before
          waiting.push({ place, count, at })
        },
      }
    },
    /** When anything was seen last. */
    lastAt: () => lastAt,
    /** Reports that have left and that the first socket of their home has not seen; half a second old at most. */
    underWay: () => Math.max(0, sent - seenFirst),
    /** What came since the last call, and forgets it; `keep` reports are still awaited. */
    take(keep: number) {
      settle()
      const taken = { delays, delivered, passed }
      delays = createDelays()
      delivered = 0
      passed = 0
      for (const number of sentAt.keys()) {
        if (number >= sent - keep) break
        sentAt.delete(number)
      }
      return taken
    },
  }
}

export type Onlookers = ReturnType<typeof createOnlookers>
