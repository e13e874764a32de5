interface TokenBucketOptions {
  ratePerSecond: number
  /** The number of tokens in a full bucket; it starts full. */
  burst: number
}

/** Limits a rate and allows bursts. All times are milliseconds of one clock. */
export function createTokenBucket({ ratePerSecond, burst }: TokenBucketOptions, startMs: number) {
  const perMs = ratePerSecond / 1_000
  let tokens = burst
  let refilledMs = startMs

  const refill = (nowMs: number) => {
    // If the clock was set back, refilling continues from the new time.
    tokens = Math.min(burst, tokens + Math.max(0, nowMs - refilledMs) * perMs)
    refilledMs = nowMs
  }

  return {
    available(nowMs: number): number {
      refill(nowMs)
      return tokens
    },
    /** May take more tokens than there are; then the bucket is in debt. */
    take(count: number, nowMs: number) {
      refill(nowMs)
      tokens -= count
    },
    /** Milliseconds until this many tokens are available; 0 if they are now. */
    msUntil(count: number, nowMs: number): number {
      refill(nowMs)
      return Math.max(0, (Math.min(count, burst) - tokens) / perMs)
    },
  }
}

export type TokenBucket = ReturnType<typeof createTokenBucket>
