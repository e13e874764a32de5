import { NetworkFailure } from '#core/api/failures.ts'
import type { Clock } from '#core/clock.ts'

/** How long a stop is tried while the page is connecting, and the pause before the next try. */
const TRIED_MS = 5_000
const AGAIN_MS = 500

/**
 * Calls `stop` again for five seconds while the server cannot be reached. Only for a page that is connecting: a stop is what a person
 * opens it for in a hurry, and it moves nothing later. Throws the last failure when the time is over.
 */
export function triedFor<T>(stop: () => Promise<T>, clock: Clock): Promise<T> {
  const pause = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  let failure: unknown = new NetworkFailure('No answer from the server in time')
  let isOver = false
  const end = pause(TRIED_MS).then(() => {
    isOver = true
    throw failure
  })
  const attempt = (): Promise<T> =>
    stop().catch(async (cause) => {
      failure = cause
      if (!(cause instanceof NetworkFailure)) throw cause
      await pause(AGAIN_MS)
      return isOver ? end : attempt()
    })
  return Promise.race([attempt(), end])
}
