import { useCallback, useMemo } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { type Notice, parseNotice } from './house/house-notices.ts'

/** What the URL selects of the home: everything, the devices with one kind of notice, or the results of a query. */
export interface HomeView {
  only: Notice | null
  query: string
}

const ONLY = 'show'
const QUERY = 'q'

export function useHomeView(): HomeView {
  const [params] = useSearchParams()
  const only = parseNotice(params.get(ONLY))
  const query = params.get(QUERY) ?? ''
  return useMemo(() => ({ only, query }), [only, query])
}

/** The navigation state of a URL that was set by typing into the search field. */
const TYPED = { isTyped: true }

/**
 * Whether the URL was changed by typing, and not by a link or by going back. Such a URL arrives later than the letters, so the
 * search field must not take its value from it.
 */
export function useIsTyped(): boolean {
  const { state } = useLocation()
  return useNavigationType() !== 'POP' && Object(state).isTyped === true
}

/**
 * Returns a function that writes a query into the URL. With `isStep` it adds a history entry; otherwise it replaces the current
 * one.
 */
export function useSetQuery(): (query: string, isStep: boolean) => void {
  const [, setParams] = useSearchParams()
  return useCallback(
    (query, isStep) =>
      setParams(
        () => {
          // A link that was followed a moment ago has changed the URL, but perhaps not yet what is rendered.
          const next = new URLSearchParams(location.search)
          if (query === '') next.delete(QUERY)
          else next.set(QUERY, query)
          return next
        },
        { replace: !isStep, preventScrollReset: true, state: TYPED },
      ),
    [setParams],
  )
}

/** The query string, with its question mark, of the home filtered by one kind of notice. */
export const showingOnly = (notice: Notice): string => `?${new URLSearchParams({ [ONLY]: notice })}`
