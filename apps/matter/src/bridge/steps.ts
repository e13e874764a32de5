/** How long the steps of one spoken command may be apart [BR29]. */
const COLLECT_MS = 2_000

/** Runs a function after so many milliseconds; returns the function that cancels it. */
export type After = (ms: number, run: () => void) => () => void

interface Collecting {
  newest: (() => void) | null
  cancel(): void
}

/**
 * Collects the steps of ecosystems that send one spoken command as several goals. The first leaves at once; of those that follow, each
 * within two seconds of the one before, the last one leaves when no more come.
 */
export function createSteps(after: After) {
  const collectingByKey = new Map<string, Collecting>()

  const wait = (key: string, run: Collecting) => {
    run.cancel()
    run.cancel = after(COLLECT_MS, () => {
      collectingByKey.delete(key)
      run.newest?.()
    })
  }

  return {
    /** Takes a step of a part: sends it now, or later unless a newer one replaces it. */
    take(key: string, send: () => void): void {
      const known = collectingByKey.get(key)
      const run: Collecting = known ?? { newest: null, cancel: () => {} }
      collectingByKey.set(key, run)
      if (known === undefined) send()
      else run.newest = send
      wait(key, run)
    },
    /** Forgets what waits for a part: after a stop, and at its end. */
    drop(key: string): void {
      collectingByKey.get(key)?.cancel()
      collectingByKey.delete(key)
    },
  }
}

export type Steps = ReturnType<typeof createSteps>
