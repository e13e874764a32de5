import type { Clock } from '#platform/clock.ts'

interface TurnsOptions {
  clock: Clock
  /** So many are in line at most, the one whose turn it is included. */
  limit: number
  /** How long anybody stands in line, milliseconds. */
  patienceMs: number
}

/**
 * Runs what concerns one key one after the other, and what concerns others beside it; resolves to null where `limit` are
 * in line, and for a task whose turn does not come in time, which is then not run.
 */
export function createTurns({ clock, limit, patienceMs }: TurnsOptions) {
  const lineByKey = new Map<string, { last: Promise<unknown>; length: number }>()

  return <T>(key: string, task: () => Promise<T>): Promise<T | null> => {
    const line = lineByKey.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (line.length >= limit) return Promise.resolve(null)
    lineByKey.set(key, line)
    line.length += 1
    const leave = () => {
      line.length -= 1
      if (line.length === 0) lineByKey.delete(key)
    }
    const before = line.last
    const turn = new Promise<T | null>((resolve, reject) => {
      let hasGivenUp = false
      const stopWaiting = clock.after(patienceMs, () => {
        hasGivenUp = true
        leave()
        resolve(null)
      })
      line.last = before.then(async () => {
        if (hasGivenUp) return
        stopWaiting()
        await task().then(resolve, reject).finally(leave)
      })
    })
    return turn
  }
}
