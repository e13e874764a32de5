interface TokenBucketOptions {
  ratePerSecond: number
  /** The number of tokens in a full bucket; it starts full. */
  burst: number
}

/** Limits a rate and allows bursts. All times are milliseconds of one clock. A class, because each device has several. */
export class TokenBucket {
  readonly #options: TokenBucketOptions
  #tokens: number
  #refilledMs: number

  constructor(options: TokenBucketOptions, startMs: number) {
    this.#options = options
    this.#tokens = options.burst
    this.#refilledMs = startMs
  }

  available(nowMs: number): number {
    this.#refill(nowMs)
    return this.#tokens
  }

  /** May take more tokens than there are; then the bucket is in debt. */
  take(count: number, nowMs: number) {
    this.#refill(nowMs)
    this.#tokens -= count
  }

  /** Milliseconds until this many tokens are available; 0 if they are now. */
  msUntil(count: number, nowMs: number): number {
    this.#refill(nowMs)
    const { ratePerSecond, burst } = this.#options
    return Math.max(0, ((Math.min(count, burst) - this.#tokens) * 1_000) / ratePerSecond)
  }

  #refill(nowMs: number) {
    const { ratePerSecond, burst } = this.#options
    // If the clock was set back, refilling continues from the new time.
    const gained = (Math.max(0, nowMs - this.#refilledMs) * ratePerSecond) / 1_000
    this.#tokens = Math.min(burst, this.#tokens + gained)
    this.#refilledMs = nowMs
  }
}
