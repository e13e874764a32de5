import type { Clock } from './clock.ts'

interface TtlCacheOptions {
  clock: Clock
  /** How long a value is used at most, even if no change is announced. */
  keptMs: number
  /** How long an older value may be used while it cannot be read again; default `keptMs`. */
  staleMs?: number
  /** The maximum number of entries; the oldest is removed first. */
  max: number
}

/** A short cache for frequently used values. An entry is dropped at once when a change is announced. */
export function createTtlCache<T>({ clock, keptMs, staleMs = keptMs, max }: TtlCacheOptions) {
  const entryByKey = new Map<string, { value: T; until: number; staleUntil: number }>()
  /** For each read in flight: what was announced meanwhile. A value that it concerns may be from before the change. */
  const announcedByRead = new Set<((key: string, value: T) => boolean)[]>()
  const announce = (isChanged: (key: string, value: T) => boolean) => {
    for (const announced of announcedByRead) announced.push(isChanged)
  }

  const keep = (key: string, value: T) => {
    entryByKey.delete(key)
    const now = clock.now().getTime()
    entryByKey.set(key, { value, until: now + keptMs, staleUntil: now + staleMs })
    if (entryByKey.size <= max) return
    for (const oldest of entryByKey.keys()) {
      entryByKey.delete(oldest)
      return
    }
  }

  const find = (key: string, endOf: (entry: { until: number; staleUntil: number }) => number) => {
    const entry = entryByKey.get(key)
    return entry !== undefined && endOf(entry) > clock.now().getTime() ? entry.value : undefined
  }

  return {
    get: (key: string): T | undefined => find(key, ({ until }) => until),
    readStale: (key: string): T | undefined => find(key, ({ staleUntil }) => staleUntil),
    /** Reads values and caches them, except those that were dropped meanwhile. */
    async read<R extends readonly T[]>(reading: () => Promise<R>, keyOf: (value: T) => string): Promise<R> {
      const announced: ((key: string, value: T) => boolean)[] = []
      announcedByRead.add(announced)
      try {
        const values = await reading()
        for (const value of values) {
          const key = keyOf(value)
          if (!announced.some((isChanged) => isChanged(key, value))) keep(key, value)
        }
        return values
      } finally {
        announcedByRead.delete(announced)
      }
    },
    /** Returns whether the key was cached. */
    forget(key: string): boolean {
      announce((changed) => changed === key)
      return entryByKey.delete(key)
    },
    /** Returns the dropped keys. */
    drop(isChanged: (value: T) => boolean): string[] {
      announce((_key, value) => isChanged(value))
      const dropped = [...entryByKey].flatMap(([key, { value }]) => (isChanged(value) ? [key] : []))
      for (const key of dropped) entryByKey.delete(key)
      return dropped
    },
    clear() {
      announce(() => true)
      entryByKey.clear()
    },
  }
}
