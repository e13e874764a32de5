import type { Clock } from '#platform/clock.ts'

const WRITE_EVERY_MS = 1_000
const BATCH = 500

interface WriteBehindOptions<T> {
  clock: Clock
  /** The newest value of a key. */
  read(key: string): T | undefined
  /** Returns the keys that cannot be written yet. They are tried again. */
  write(values: readonly T[]): Promise<readonly string[]>
  /** Whether writing would fail again forever, because the error is caused by the value itself. */
  isPermanentError(error: unknown): boolean
  /** Called when writing failed. It is tried again. */
  failed(error: unknown): void
  /** Called when a value can never be written. It is not tried again before it changes. */
  dropped(error: unknown, key: string): void
}

/**
 * Writes changed values about once a second: only the newest value of each key. Values that could not be written are kept and
 * tried next time. A value that can never be written does not block the others.
 */
export function createWriteBehind<T extends object>(options: WriteBehindOptions<T>) {
  const { clock, read, write, isPermanentError, failed, dropped } = options
  let dirty = new Set<string>()
  /** The keys that are being written. */
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
    /** Whether the newest value of a key has not been written yet. */
    has: (key: string): boolean => dirty.has(key) || underWay.has(key),
    mark(key: string) {
      dirty.add(key)
    },
    /** Writes the remaining values. */
    async stop() {
      stopTimer?.()
      await writing
      await flush()
    },
  }
}
