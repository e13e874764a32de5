import type { Clock } from '#platform/clock.ts'

const WRITE_EVERY_MS = 1_000
const BATCH = 500

interface WriteBehindOptions<T> {
  clock: Clock
  /** The newest value of a key. */
  read(key: string): T | undefined
  /** Answers the keys that cannot be written yet, to be tried again. */
  write(values: readonly T[]): Promise<readonly string[]>
  /** Whether an error is about what was to be written, so that it would fail again for ever. */
  isPermanentError(error: unknown): boolean
  /** Writing failed; it is tried again. */
  failed(error: unknown): void
  /** A value can never be written, and is not tried again before it changes. */
  dropped(error: unknown, key: string): void
}

/**
 * Writes what changed about once a second, the newest value of each key once, however often it changed. What could
 * not be written is kept and written next time; one value that never can be written costs no other its place.
 */
export function createWriteBehind<T extends object>(options: WriteBehindOptions<T>) {
  const { clock, read, write, isPermanentError, failed, dropped } = options
  let dirty = new Set<string>()
  /** What is being written. */
  let underWay: ReadonlySet<string> = new Set()
  let writing: Promise<void> | undefined
  let stopTimer: (() => void) | undefined

  const writeNow = async (keys: readonly string[]) => {
    for (const key of await write(keys.flatMap((key) => read(key) ?? []))) dirty.add(key)
  }

  const writeOne = async (key: string) => {
    try {
      await writeNow([key])
    } catch (error) {
      if (!isPermanentError(error)) throw error
      dropped(error, key)
    }
  }

  const writeBatch = async (keys: readonly string[]) => {
    try {
      await writeNow(keys)
    } catch (error) {
      if (!isPermanentError(error)) throw error
      for (const key of keys) await writeOne(key)
    }
  }

  const writeAll = async () => {
    const keys = [...dirty]
    underWay = dirty
    dirty = new Set()
    for (let start = 0; start < keys.length; start += BATCH) {
      try {
        await writeBatch(keys.slice(start, start + BATCH))
      } catch (error) {
        for (const key of keys.slice(start)) dirty.add(key)
        failed(error)
        return
      }
    }
  }

  const flush = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      underWay = new Set()
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
    count: (): number => dirty.size,
    /** Whether the newest value of a key is not written yet. */
    has: (key: string): boolean => dirty.has(key) || underWay.has(key),
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
