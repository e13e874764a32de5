import { useCallback, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

/**
 * Stops a person who leaves the page while it has unsaved changes (`isUnsaved`): by a link, by the back button, or by closing the
 * tab (then the browser asks itself). `isAsked`: the person wants to leave and must be asked. `free` allows the next navigation.
 */
export function useLeaveGuard(isUnsaved: boolean): {
  isAsked: boolean
  stay: () => void
  leave: () => void
  free: () => void
} {
  const isFree = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      !isFree.current &&
      nextLocation.pathname + nextLocation.search !== currentLocation.pathname + currentLocation.search,
  )
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isUnsaved && !isFree.current) event.preventDefault()
      },
      [isUnsaved],
    ),
  )
  return {
    isAsked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
    free: () => {
      isFree.current = true
    },
  }
}
