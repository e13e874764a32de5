import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

interface KeyedRateOptions {
  /** So many are allowed at once. */
  burst: number
  /** Then one each time this has passed, milliseconds. */
  everyMs: number
}

/** A token bucket for each key, which counts what it refuses. */
export function createKeyedRate({ burst, everyMs }: KeyedRateOptions) {
  const entryByKey = new Map<string, { bucket: TokenBucket; refused: number }>()
  const fullAfterMs = burst * everyMs
  let nowMs = Number.NEGATIVE_INFINITY
  let sweptMs = Number.NEGATIVE_INFINITY

  /** A full bucket need not be kept, unless its count of refusals is still to be told. */
  const sweep = () => {
    if (nowMs - sweptMs < fullAfterMs) return
    sweptMs = nowMs
    for (const [key, { bucket, refused }] of entryByKey)
      if (refused === 0 && bucket.available(nowMs) >= burst) entryByKey.delete(key)
  }

  return {
    /** How many were refused since the last one where this one is allowed at `atMs`; else null. */
    take(key: string, atMs: number): number | null {
      // A clock that goes back allows nothing more.
      nowMs = Math.max(nowMs, atMs)
      sweep()
      const entry = entryByKey.get(key) ?? {
        bucket: createTokenBucket({ ratePerSecond: 1_000 / everyMs, burst }, nowMs),
        refused: 0,
      }
      entryByKey.set(key, entry)
      if (entry.bucket.available(nowMs) < 1) {
        entry.refused += 1
        return null
      }
      entry.bucket.take(1, nowMs)
      const { refused } = entry
      entry.refused = 0
      return refused
    },
  }
}
