import { TokenBucket } from './token-bucket.ts'

interface KeyedRateOptions {
  /** How many are allowed at once. */
  burst: number
  /** After the burst, one is allowed in each interval of this many milliseconds. */
  everyMs: number
}

/** A token bucket for each key that counts refusals. */
export function createKeyedRate({ burst, everyMs }: KeyedRateOptions) {
  const entryByKey = new Map<string, { bucket: TokenBucket; refused: number }>()
  const fullAfterMs = burst * everyMs
  /** The time that has passed according to all calls. A clock that is set back does not allow more, and time passes on from there. */
  let nowMs = 0
  let lastAtMs: number | null = null
  let sweptMs = 0

  /** Deletes full buckets, except those with refusals that were not reported yet. */
  const sweep = () => {
    if (nowMs - sweptMs < fullAfterMs) return
    sweptMs = nowMs
    for (const [key, { bucket, refused }] of entryByKey)
      if (refused === 0 && bucket.available(nowMs) >= burst) entryByKey.delete(key)
  }

  return {
    /** If this one is allowed at `atMs`, returns how many were refused since the last allowed one; otherwise null. */
    take(key: string, atMs: number): number | null {
      nowMs += Math.max(0, atMs - (lastAtMs ?? atMs))
      lastAtMs = atMs
      sweep()
      const entry = entryByKey.get(key) ?? {
        bucket: new TokenBucket({ ratePerSecond: 1_000 / everyMs, burst }, nowMs),
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
