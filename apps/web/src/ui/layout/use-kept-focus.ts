import { type RefObject, useLayoutEffect } from 'react'

/** The heading that had the focus when it was removed in the current commit. */
let removed: string | null = null

/**
 * Keeps the focus on a heading that React replaces by an equal one at another place of the page, as when the rest of a screen has
 * been loaded. `name` distinguishes headings.
 */
export function useKeptFocus(heading: RefObject<HTMLElement | null>, name: string): void {
  useLayoutEffect(() => {
    const element = heading.current
    if (element !== null && removed === name) {
      element.tabIndex = -1
      element.focus({ preventScroll: true })
    }
    return () => {
      if (element === null || document.activeElement !== element) return
      removed = name
      queueMicrotask(() => {
        removed = null
      })
    }
  }, [heading, name])
}
