/** Calls when somebody is back at the page, by its tab or by the browser's history, or the network is back. */
export function onReturn(call: () => void): void {
  addEventListener('online', call)
  addEventListener('pageshow', (event) => {
    if (event.persisted) call()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') call()
  })
}
