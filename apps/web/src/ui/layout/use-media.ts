import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window matches a media query. */
export function useMedia(media: MediaQueryList): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => media.matches)
}
