/** Calls once, soon; the answer takes the call back. */
export type Schedule = (call: () => void) => () => void

/** Gathers what comes in and hands it on in one piece per frame. */
export function createFrameBatch<T>(schedule: Schedule, apply: (batch: readonly T[]) => void) {
  let waiting: T[] = []
  let cancel: (() => void) | null = null

  const flush = () => {
    const batch = waiting
    waiting = []
    cancel = null
    apply(batch)
  }

  return {
    add(entries: readonly T[]) {
      waiting.push(...entries)
      if (waiting.length > 0) cancel ??= schedule(flush)
    },
    clear() {
      waiting = []
      cancel?.()
      cancel = null
    },
  }
}

const HIDDEN_TAB_FLUSH_MS = 1_000

/** The next animation frame; a hidden tab has none, so a second later at the latest. */
export const nextFrame: Schedule = (call) => {
  const once = () => {
    cancel()
    call()
  }
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, HIDDEN_TAB_FLUSH_MS)
  const cancel = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  return cancel
}
