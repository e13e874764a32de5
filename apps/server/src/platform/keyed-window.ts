interface KeyedWindowOptions {
  /** How many are allowed in each window. */
  max: number
  windowMs: number
}

/** Allows so many in each window of a key, which begins with the first one, and counts refusals. */
export function createKeyedWindow({ max, windowMs }: KeyedWindowOptions) {
  const entryByKey = new Map<string, { startMs: number; count: number; refused: number }>()
  let sweptMs = 0

  /** Whether a window is over. A clock that is set back begins a new one. */
  const isOver = ({ startMs }: { startMs: number }, atMs: number) =>
    atMs - startMs >= windowMs || atMs < startMs

  /** Deletes windows that are over, except those with refusals that were not reported yet. */
  const sweep = (atMs: number) => {
    if (Math.abs(atMs - sweptMs) < windowMs) return
    sweptMs = atMs
    for (const [key, entry] of entryByKey)
      if (entry.refused === 0 && isOver(entry, atMs)) entryByKey.delete(key)
  }

  return {
    /** If this one is allowed at `atMs`, returns how many were refused since the last allowed one; otherwise null. */
    take(key: string, atMs: number): number | null {
      sweep(atMs)
      const known = entryByKey.get(key)
      const entry =
        known === undefined || isOver(known, atMs)
          ? { startMs: atMs, count: 0, refused: known?.refused ?? 0 }
          : known
      entryByKey.set(key, entry)
      if (entry.count >= max) {
        entry.refused += 1
        return null
      }
      entry.count += 1
      const { refused } = entry
      entry.refused = 0
      return refused
    },
  }
}
