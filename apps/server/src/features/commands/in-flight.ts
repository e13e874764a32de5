/** Counts what is under way per key, up to a limit. */
export function createInFlight(limit: number) {
  const countByKey = new Map<string, number>()
  return {
    count: (): number => [...countByKey.values()].reduce((sum, count) => sum + count, 0),
    /** Takes a place, and answers how to give it back; null when all places are taken. */
    enter(key: string): (() => void) | null {
      const count = countByKey.get(key) ?? 0
      if (count >= limit) return null
      countByKey.set(key, count + 1)
      return () => {
        const left = (countByKey.get(key) ?? 1) - 1
        if (left > 0) countByKey.set(key, left)
        else countByKey.delete(key)
      }
    },
  }
}
