type Locks = Pick<WakeLock, 'request'>

/**
 * Keeps the screen on while the page is seen, where the browser can; a browser takes the lock away whenever the page is
 * hidden. Returns what lets it go off again.
 */
export function keepScreenOn(locks: Locks | undefined, page: Document = document): () => void {
  let held: Promise<WakeLockSentinel | null> = Promise.resolve(null)
  let isOver = false
  const hold = () => {
    if (locks === undefined || isOver || page.visibilityState !== 'visible') return
    // Refused where the battery is low: the screen goes off as always.
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
