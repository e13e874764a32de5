/** Calls `call` when the person returns to the page (by its tab or the browser's history) or the network is back. */
export function onReturn(call: () => void): void {
  addEventListener('online', call)
  addEventListener('pageshow', (event) => {
    if (event.persisted) call()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') call()
  })
}
