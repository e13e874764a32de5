import { useCallback, useEffect, useRef } from 'react'
import { browserClock } from '#core/clock.ts'
import { notificationsApi, reloadNotifications } from './notifications.ts'

const IN_VIEW_MS = 1_000
const SEND_MS = 300

/** Marks what has been in view for a second as seen. Returns the function that follows an element. */
export function useSeen(): (element: Element, id: string) => () => void {
  const waiting = useRef(new Set<string>())
  const cancelSending = useRef<(() => void) | null>(null)

  const send = useCallback(() => {
    const ids = [...waiting.current]
    waiting.current.clear()
    cancelSending.current = null
    // What could not be sent is in view again the next time.
    if (ids.length > 0)
      notificationsApi
        .seen(ids)
        .then(reloadNotifications)
        .catch(() => {})
  }, [])
  useEffect(() => () => cancelSending.current?.(), [])

  return useCallback(
    (element, id) => {
      let cancel = () => {}
      const observer = new IntersectionObserver(([entry]) => {
        cancel()
        if (entry?.isIntersecting !== true) return
        cancel = browserClock.after(IN_VIEW_MS, () => {
          if (document.visibilityState !== 'visible') return
          waiting.current.add(id)
          cancelSending.current ??= browserClock.after(SEND_MS, send)
        })
      })
      observer.observe(element)
      return () => {
        cancel()
        observer.disconnect()
      }
    },
    [send],
  )
}
