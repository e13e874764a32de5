import { type MouseEvent, useCallback, useSyncExternalStore } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/** Where a device has room beside the list. */
const WIDE = matchMedia('(min-width: 1280px) and (min-height: 600px)')
const DEVICE = 'deviceId'

const subscribe = (listener: () => void) => {
  WIDE.addEventListener('change', listener)
  return () => WIDE.removeEventListener('change', listener)
}

/**
 * The device that is open beside the list, as the address says, and what opens one there; null where there is no room for
 * it. One that is opened after another takes its place in the history, so that back closes it.
 */
export function useBeside() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const isWide = useSyncExternalStore(subscribe, () => WIDE.matches)
  const open = useCallback(
    (deviceId: string, event?: MouseEvent): boolean => {
      // Those keys open a tab, where there is no list.
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
