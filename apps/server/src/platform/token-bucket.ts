interface TokenBucketOptions {
  ratePerSecond: number
  /** As many as it holds when it is full, as it is at first. */
  burst: number
}

/** Limits a rate and allows bursts. All times are milliseconds of one clock. */
export function createTokenBucket({ ratePerSecond, burst }: TokenBucketOptions, startMs: number) {
  const perMs = ratePerSecond / 1_000
  let tokens = burst
  let refilledMs = startMs

  const refill = (nowMs: number) => {
    // Also where the clock was set back: it goes on from there.
    tokens = Math.min(burst, tokens + Math.max(0, nowMs - refilledMs) * perMs)
    refilledMs = nowMs
  }

  return {
    available(nowMs: number): number {
      refill(nowMs)
      return tokens
    },
    /** May take more than there are: the bucket is then in debt. */
    take(count: number, nowMs: number) {
      refill(nowMs)
      tokens -= count
    },
    /** How long until so many are available; 0 when they are. */
    msUntil(count: number, nowMs: number): number {
      refill(nowMs)
      return Math.max(0, (Math.min(count, burst) - tokens) / perMs)
    },
  }
}

export type TokenBucket = ReturnType<typeof createTokenBucket>
