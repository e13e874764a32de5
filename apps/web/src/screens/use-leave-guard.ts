import { useCallback, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

/**
 * Holds a person who leaves the page while something on it `isUnsaved`: by a link, by the browser's back button, by closing
 * the tab (there the browser asks in its own words). `isAsked` says that somebody wants to leave; `free` lets the next
 * step pass.
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
