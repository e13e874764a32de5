/** Calls `call` once, soon. The returned function cancels it. */
export type Schedule = (call: () => void) => () => void

/** Collects incoming values and passes them on as one batch per frame. */
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

/** Calls at the next animation frame. Hidden tabs have no frames, so the call comes after one second at the latest. */
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
