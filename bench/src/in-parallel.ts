/** Runs a task for each element, at most `atOnce` at a time. Returns the results in the order of the elements. */
export async function inParallel<T, R>(
  things: readonly T[],
  atOnce: number,
  task: (thing: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  // All workers share one iterator, so each takes the next element.
  const entries = things.entries()
  const work = async () => {
    for (const [index, thing] of entries) results[index] = await task(thing, index)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, things.length) }, work))
  return results
}
