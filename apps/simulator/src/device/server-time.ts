import type { Clock } from '../clock.ts'

/**
 * The server time as estimated by a device. Its own clock may be wrong by hours, so it keeps the smallest difference seen between
 * its clock and `sentAt` [DP30].
 */
export interface ServerTime {
  /** Called when the device subscribes: the server's answer contains the time. */
  asked(): void
  /** Whether the answer can still arrive. */
  isAwaited(): boolean
  /** Called for each received command with the time when the server sent it. */
  learn(sentAtMs: number): void
  /** Called for the answer to the subscription. It cannot have been sent before the subscription, however long it took. */
  learnAnswer(sentAtMs: number): void
  /** The server time in milliseconds since 1970; the device's own time until the server time is known. */
  nowMs(): number
}

/** A connection that received nothing for this long counts as closed. */
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
      // The earlier difference is replaced, because either clock may have been set in the meantime.
      differenceMs = (askedAtMs ?? ownMs()) - sentAtMs
      askedAtMs = null
    },
    nowMs: () => ownMs() - (differenceMs ?? 0),
  }
}
