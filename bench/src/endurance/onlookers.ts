import { createDelays } from './delays.ts'

interface Sighting {
  place: number
  count: number
  at: number
}

/** Compares the reports that sockets receive with the times at which a fleet sent them. */
export function createOnlookers(devices: number) {
  let firstCounts: readonly number[] = []
  /** The time at which each report was sent, in batches. A batch is deleted when all its reports must have arrived. */
  const sentAt = new Map<number, number>()
  let sent = 0
  let waiting: Sighting[] = []
  let delays = createDelays()
  let delivered = 0
  let seenFirst = 0
  let passed = 0
  let lastAt = 0

  /** The number of the report that was seen; negative for reports before the first one. */
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
    /**
     * Adds the view of one more socket; `isFirst`: it is the first socket of its home. The returned object says what it last saw
     * of each device.
     */
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
    /** When a report was last seen. */
    lastAt: () => lastAt,
    /** The number of reports that were sent and not yet seen by the first socket of their home; up to half a second old. */
    underWay: () => Math.max(0, sent - seenFirst),
    /** Returns and clears the results since the last call; the newest `keep` reports may still arrive. */
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
