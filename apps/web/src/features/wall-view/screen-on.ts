type Locks = Pick<WakeLock, 'request'>

/**
 * Keeps the screen on while the page is visible, if the browser supports it. Browsers release the lock whenever the page is
 * hidden, so it is requested again. Returns the function that stops this.
 */
export function keepScreenOn(locks: Locks | undefined, page: Document = document): () => void {
  let held: Promise<WakeLockSentinel | null> = Promise.resolve(null)
  let isOver = false
  const hold = () => {
    if (locks === undefined || isOver || page.visibilityState !== 'visible') return
    // The request is refused when the battery is low; then the screen turns off as usual.
    held = locks.request('screen').catch(() => null)
  }
  hold()
  page.addEventListener('visibilitychange', hold)
  return () => {
    isOver = true
    page.removeEventListener('visibilitychange', hold)
    void held.then((lock) => lock?.release())
  }
}
