/** Runs all tasks one after the other, even if some throw, and then throws their errors. */
export async function runAll(tasks: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const task of tasks) {
    try {
      await task()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${tasks.length} failed`)
}
