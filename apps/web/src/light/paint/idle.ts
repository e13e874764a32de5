/** Calls `run` when the page is idle, or soon in browsers without `requestIdleCallback` (Safari before version 26.2). */
export function requestIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 50)
}

/** Ends the current task, so that a slow phone can paint and handle input between steps that take long together. */
export const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done))
