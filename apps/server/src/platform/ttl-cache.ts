import type { Clock } from './clock.ts'

interface TtlCacheOptions {
  clock: Clock
  /** What was read is believed for so long at most, also where nobody says that it has changed. */
  keptMs: number
  /** What nobody says has changed may be recalled for so long, while it cannot be read again; absent for `keptMs`. */
  recalledMs?: number
  /** No more than so many are kept: the oldest gives way. */
  max: number
}

/** What was read a moment ago, so that a hot path need not read it again; dropped at once when it is known to have changed. */
export function createTtlCache<T>({ clock, keptMs, recalledMs = keptMs, max }: TtlCacheOptions) {
  const entryByKey = new Map<string, { value: T; until: number; recalledUntil: number }>()
  let drops = 0

  const keep = (key: string, value: T) => {
    entryByKey.delete(key)
    const now = clock.now().getTime()
    entryByKey.set(key, { value, until: now + keptMs, recalledUntil: now + recalledMs })
    if (entryByKey.size <= max) return
    for (const oldest of entryByKey.keys()) {
      entryByKey.delete(oldest)
      return
    }
  }

  const find = (key: string, endOf: (entry: { until: number; recalledUntil: number }) => number) => {
    const entry = entryByKey.get(key)
    return entry !== undefined && endOf(entry) > clock.now().getTime() ? entry.value : undefined
  }

  return {
    get: (key: string): T | undefined => find(key, ({ until }) => until),
    recall: (key: string): T | undefined => find(key, ({ recalledUntil }) => recalledUntil),
    /** Reads values and keeps them, unless something was dropped meanwhile: then the reading may be from before. */
    async read<R extends readonly T[]>(reading: () => Promise<R>, keyOf: (value: T) => string): Promise<R> {
      const dropsBefore = drops
      const values = await reading()
      if (drops === dropsBefore) for (const value of values) keep(keyOf(value), value)
      return values
    },
    forget(key: string) {
      drops += 1
      entryByKey.delete(key)
    },
    drop(isChanged: (value: T) => boolean) {
      drops += 1
      for (const [key, { value }] of entryByKey) if (isChanged(value)) entryByKey.delete(key)
    },
    clear() {
      drops += 1
      entryByKey.clear()
    },
  }
}

export type TtlCache<T> = ReturnType<typeof createTtlCache<T>>
