interface TrickleOptions {
  /** So many are let through at once. */
  burst: number
  /** Then one whenever so much time has passed, milliseconds. */
  everyMs: number
}

interface Bucket {
  tokens: number
  at: number
  leftOut: number
}

/** Lets what comes too often through at a rate per key, and remembers how much it left out. */
export function createTrickle({ burst, everyMs }: TrickleOptions) {
  const bucketByKey = new Map<string, Bucket>()
  const fullAfterMs = burst * everyMs
  let sweptAt = Number.NEGATIVE_INFINITY

  /** What is full again need not be remembered, unless something is still to be told of it. */
  const sweep = (at: number) => {
    if (at - sweptAt < fullAfterMs) return
    sweptAt = at
    for (const [key, bucket] of bucketByKey) {
      if (at - bucket.at >= fullAfterMs && bucket.leftOut === 0) bucketByKey.delete(key)
    }
  }

  return {
    /** How many were left out since the last one, where this one is let through at `at` (milliseconds); else null. */
    take(key: string, at: number): number | null {
      sweep(at)
      const bucket = bucketByKey.get(key) ?? { tokens: burst, at, leftOut: 0 }
      const tokens = Math.min(burst, bucket.tokens + Math.max(0, at - bucket.at) / everyMs)
      const now = Math.max(at, bucket.at)
      if (tokens < 1) {
        bucketByKey.set(key, { tokens, at: now, leftOut: bucket.leftOut + 1 })
        return null
      }
      bucketByKey.set(key, { tokens: tokens - 1, at: now, leftOut: 0 })
      return bucket.leftOut
    },
  }
}

export type Trickle = ReturnType<typeof createTrickle>
