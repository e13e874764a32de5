/** Whether something is still wanted. */
export interface Signal {
  readonly aborted: boolean
  /** Why not; undefined where nobody said. */
  readonly reason: unknown
  /** Hears that it is no longer wanted, once, until the returned function is called; of what was before, nothing. */
  onAbort(listener: () => void): () => void
}

/** Ends what it was handed out for. */
export interface Abort {
  readonly signal: Signal
  /** Only the first time counts. */
  abort(reason?: unknown): void
}

/** What the AbortController of the web does for one process; a command needs three of them, and people wait for it. */
export function createAbort(): Abort {
  const listeners = new Set<() => void>()
  let isAborted = false
  let why: unknown
  return {
    signal: {
      get aborted() {
        return isAborted
      },
      get reason() {
        return why
      },
      onAbort(listener) {
        // A fresh function per subscription, so that one listener may subscribe twice.
        const own = () => listener()
        if (!isAborted) listeners.add(own)
        return () => listeners.delete(own)
      },
    },
    abort(reason) {
      if (isAborted) return
      isAborted = true
      why = reason
      const failures: unknown[] = []
      for (const listener of listeners) {
        listeners.delete(listener)
        try {
          listener()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
