interface Asked<V> {
  key: string
  resolve(value: V | undefined): void
  reject(error: unknown): void
}

/**
 * Reads things by their keys, many with one query: what is asked for while a query runs is read together by the next one. A
 * query that fails fails for all who asked with it.
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
    // Whatever is asked for within this turn is read together.
    await Promise.resolve()
    while (asked.length > 0) await readBatch(asked.splice(0, max))
    isReading = false
  }

  /** Resolves with undefined where there is nothing under the key. */
  return (key: string): Promise<V | undefined> =>
    new Promise((resolve, reject) => {
      asked.push({ key, resolve, reject })
      if (isReading) return
      isReading = true
      void readAll()
    })
}
