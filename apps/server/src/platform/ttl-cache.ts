import type { Clock } from './clock.ts'

interface TtlCacheOptions {
  clock: Clock
  /** How long a value is used at most, even if no change is announced. */
  keptMs: number
  /** How long an older value may be used while it cannot be read again; default `keptMs`. */
  recalledMs?: number
  /** The maximum number of entries; the oldest is removed first. */
  max: number
}

/** A short cache for frequently used values. An entry is dropped at once when a change is announced. */
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
    /** Reads values and caches them, unless something was dropped meanwhile, because the values may be from before the change. */
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
