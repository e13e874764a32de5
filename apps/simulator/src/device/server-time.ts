import type { Clock } from '../clock.ts'

/**
 * The server's time as a device knows it: its own clock may be wrong by hours, so it keeps the smallest difference that it
 * has seen between its clock and `sentAt` [DP30].
 */
export interface ServerTime {
  /** It subscribes: the answer to that carries the time. */
  asked(): void
  /** Whether the answer may still come. */
  isAwaited(): boolean
  /** A command that left the server at this moment has come. */
  learn(sentAtMs: number): void
  /** The answer has come. It cannot have left before it was asked for, however long it took. */
  learnAnswer(sentAtMs: number): void
  /** Milliseconds since 1970 on the server's clock; on its own while it knows no better. */
  nowMs(): number
}

/** A connection on which nothing came for so long has ended. */
const ANSWER_WITHIN_MS = 60_000

export function createServerTime(clock: Pick<Clock, 'now'>): ServerTime {
  let differenceMs: number | null = null
  let askedAtMs: number | null = null
  const ownMs = (): number => clock.now().getTime()

  return {
    asked() {
      askedAtMs = ownMs()
    },
    isAwaited: () => askedAtMs !== null && ownMs() - askedAtMs <= ANSWER_WITHIN_MS,
    learn(sentAtMs) {
      const seenMs = ownMs() - sentAtMs
      differenceMs = differenceMs === null ? seenMs : Math.min(differenceMs, seenMs)
    },
    learnAnswer(sentAtMs) {
      // An older difference is dropped: either clock may have been set since.
      differenceMs = (askedAtMs ?? ownMs()) - sentAtMs
      askedAtMs = null
    },
    nowMs: () => ownMs() - (differenceMs ?? 0),
  }
}
