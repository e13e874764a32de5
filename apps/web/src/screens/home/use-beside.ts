import { type MouseEvent, useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMedia } from '#ui/layout/use-media.ts'

/** The window size from which a device opens beside the list. */
export const WIDE = matchMedia('(min-width: 1280px) and (min-height: 600px)')

const DEVICE = 'deviceId'

/**
 * The device that is open beside the page, from the URL, and the function that opens one; null if there is no room. Opening
 * another device replaces the history entry, so back closes the panel.
 */
export function useBeside(room: MediaQueryList = WIDE) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const isWide = useMedia(room)
  const open = useCallback(
    (deviceId: string, event?: MouseEvent): boolean => {
      // With these keys the link opens a new tab, which has no list.
      if (event?.metaKey || event?.ctrlKey || event?.shiftKey) return false
      event?.preventDefault()
      const next = new URLSearchParams(location.search)
      const replace = next.has(DEVICE)
      next.delete('tab')
      next.set(DEVICE, deviceId)
      void navigate({ search: `?${next}` }, { replace, preventScrollReset: true })
      return true
    },
    [navigate],
  )
  return { isWide, deviceId: params.get(DEVICE), open: isWide ? open : null }
}
