interface Asked<V> {
  key: string
  resolve(value: V | undefined): void
  reject(error: unknown): void
}

/**
 * Reads values by key, many with one query: keys that are requested while a query runs are read together by the next one. A query
 * that fails rejects for all callers of that query.
 */
export function createBatchedReads<V>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  { max }: { max: number },
) {
  const asked: Asked<V>[] = []
  let isReading = false

  const readBatch = async (batch: readonly Asked<V>[]): Promise<void> => {
    try {
      const found = await read([...new Set(batch.map(({ key }) => key))])
      for (const { key, resolve } of batch) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const readAll = async (): Promise<void> => {
    // Keys that are requested in the same turn are read together.
    await Promise.resolve()
    while (asked.length > 0) await readBatch(asked.splice(0, max))
    isReading = false
  }

  /** Resolves with undefined if there is no value for the key. */
  return (key: string): Promise<V | undefined> =>
    new Promise((resolve, reject) => {
      asked.push({ key, resolve, reject })
      if (isReading) return
      isReading = true
      void readAll()
    })
}
