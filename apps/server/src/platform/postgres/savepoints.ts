import type { Queries } from './database.ts'

/**
 * Handles rows one after the other in a transaction, each in a savepoint, so that one that fails does not affect the others. Returns
 * the results of those that did not fail.
 */
export async function inSavepoints<Row, Result>(
  queries: Queries,
  rows: readonly Row[],
  handle: (queries: Queries, row: Row) => Promise<Result>,
  failed: (row: Row, error: unknown) => unknown,
): Promise<Result[]> {
  const results: Result[] = []
  for (const row of rows) {
    try {
      results.push(await queries.transaction((ofThis) => handle(ofThis, row)))
    } catch (error) {
      await failed(row, error)
    }
  }
  return results
}
