import type { Clock } from '#platform/clock.ts'

const WRITE_EVERY_MS = 1_000
const BATCH = 500

interface WriteBehindOptions<T> {
  clock: Clock
  /** The newest value of a key. */
  read(key: string): T | undefined
  write(values: readonly T[]): Promise<void>
  failed(error: unknown): void
}

/**
 * Writes what changed about once a second, the newest value of each key once, however often it changed. What could
 * not be written is kept and written next time.
 */
export function createWriteBehind<T extends object>({ clock, read, write, failed }: WriteBehindOptions<T>) {
  let dirty = new Set<string>()
  let writing: Promise<void> | undefined
  let stopTimer: (() => void) | undefined

  const writeAll = async () => {
    const keys = [...dirty]
    dirty = new Set()
    for (let start = 0; start < keys.length; start += BATCH) {
      const batch = keys.slice(start, start + BATCH)
      try {
        await write(batch.flatMap((key) => read(key) ?? []))
      } catch (error) {
        for (const key of keys.slice(start)) dirty.add(key)
        failed(error)
        return
      }
    }
  }

  const flush = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }

  return {
    start() {
      stopTimer = clock.every(WRITE_EVERY_MS, () => {
        if (dirty.size > 0) void flush()
      })
    },
    mark(key: string) {
      dirty.add(key)
    },
    /** Writes what is left. */
    async stop() {
      stopTimer?.()
      await writing
      await flush()
    },
  }
}
