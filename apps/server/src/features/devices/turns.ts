/**
 * Runs what concerns one key one after the other, and what concerns others beside it; answers null at once where
 * `limit` are in line.
 */
export function createTurns(limit: number) {
  const lineByKey = new Map<string, { last: Promise<unknown>; length: number }>()

  return <T>(key: string, task: () => Promise<T>): Promise<T> | null => {
    const line = lineByKey.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (line.length >= limit) return null
    lineByKey.set(key, line)
    line.length += 1
    const turn = line.last.then(task)
    line.last = turn
      .catch(() => {})
      .finally(() => {
        line.length -= 1
        if (line.length === 0) lineByKey.delete(key)
      })
    return turn
  }
}
