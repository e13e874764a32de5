import type { Clock } from './clock.ts'

/** A smaller difference between the clocks is ignored, because the server sends its time in whole seconds. */
const TRUSTED_MS = 2_000

/**
 * A clock that follows the server's, for phones whose own clock is wrong, and the `fetch` that measures the difference from its
 * answers. The measurement is uncertain by half of the round trip; a difference within that uncertainty is not corrected.
 */
export function createServerClock(clock: Clock, fetch: typeof globalThis.fetch) {
  let ahead = 0
  const compare = (date: string | null, sent: number) => {
    const notified = Date.parse(date ?? '')
    if (Number.isNaN(notified)) return
    const received = clock.now()
    const way = (received - sent) / 2
    const difference = notified + 500 - (sent + way)
    ahead = Math.abs(difference) > way + TRUSTED_MS ? difference : 0
  }
  const own: Clock = { now: () => clock.now() + ahead, after: clock.after }
  const asking: typeof globalThis.fetch = async (input, init) => {
    const sent = clock.now()
    const answer = await fetch(input, init)
    compare(answer.headers.get('date'), sent)
    return answer
  }
  /** How far the server is ahead, in milliseconds; what an earlier page measured counts until there is an answer. */
  const difference = {
    read: () => ahead,
    restore(measured: number) {
      if (ahead === 0) ahead = measured
    },
  }
  return { clock: own, fetch: asking, difference }
}
