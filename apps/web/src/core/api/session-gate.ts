/** Prevents calls that change the session from overlapping with calls that read it. */
export interface SessionGate {
  read<T>(call: () => Promise<T>): Promise<T>
  change<T>(call: () => Promise<T>): Promise<T>
  /** The number of finished changes. An answer that belongs to an earlier session can be recognized by it. */
  generation(): number
}

/**
 * Changes run one at a time, each after all reads in flight have ended. Reads that come while a change waits or runs are queued
 * behind it, so that a stream of reads cannot delay a logout.
 */
export function createSessionGate(): SessionGate {
  const readings = new Set<Promise<unknown>>()
  let changes: Promise<void> = Promise.resolve()
  let pendingChanges = 0
  let generation = 0

  const endChange = () => {
    pendingChanges -= 1
    generation += 1
  }

  return {
    async read(call) {
      while (pendingChanges > 0) await changes
      const running = call()
      readings.add(running)
      try {
        return await running
      } finally {
        readings.delete(running)
      }
    },
    change(call) {
      pendingChanges += 1
      const turn = changes.then(async () => {
        await Promise.allSettled(readings)
        return call()
      })
      changes = turn.then(endChange, endChange)
      return turn
    },
    generation: () => generation,
  }
}
