/** Calls `run` when the page is idle, or soon in browsers without `requestIdleCallback` (Safari before version 26.2). */
export function requestIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 50)
}
