/** Does something with each, at most `atOnce` at a time; answers in their order. */
export async function inParallel<T, R>(
  things: readonly T[],
  atOnce: number,
  task: (thing: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  // Shared by all: each takes the next.
  const entries = things.entries()
  const work = async () => {
    for (const [index, thing] of entries) results[index] = await task(thing, index)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, things.length) }, work))
  return results
}
