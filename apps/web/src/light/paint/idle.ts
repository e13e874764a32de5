/** Runs it when the page has nothing better to do; soon where the browser cannot tell (Safari before its version 26.2). */
export function requestIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 50)
}
