import { useCallback, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

/** Stops a person who leaves a page with unsaved changes. */
export interface LeaveGuard {
  /** The person wants to leave and must be asked. */
  isAsked: boolean
  stay: () => void
  /** Goes to where the person wanted to go; calls `otherwise` if they have not asked to leave. */
  leave: (otherwise?: () => void) => void
  /** Nothing is asked from now on, because the changes are saved or their object is deleted. */
  free: () => void
}

/**
 * Guards unsaved changes against a link, the back button and, with a question of the browser, against closing the tab. One page
 * has at most one guard.
 */
export function useLeaveGuard(isUnsaved: boolean): LeaveGuard {
  const isFree = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      !isFree.current &&
      nextLocation.pathname + nextLocation.search !== currentLocation.pathname + currentLocation.search,
  )
  // The answer of a call may use functions of an earlier render, and the person may have asked to leave since.
  const now = useRef(blocker)
  now.current = blocker
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
    stay: () => now.current.reset?.(),
    leave: (otherwise) => {
      if (now.current.state === 'blocked') now.current.proceed()
      else otherwise?.()
    },
    free: () => {
      isFree.current = true
    },
  }
}
