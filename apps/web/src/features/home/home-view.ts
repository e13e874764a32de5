import { useCallback, useMemo } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { type Notice, parseNotice } from './house-notices.ts'

/** What of the home is shown, as the address says: all of it, what needs attention for one reason, what a query finds. */
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

/** Of an address that follows the line of the search. */
const TYPED = { isTyped: true }

/**
 * Whether the address came from typing, and not by a link or by going back. It comes later than the letters, so that the line
 * must not take it for news.
 */
export function useIsTyped(): boolean {
  const { state } = useLocation()
  return useNavigationType() !== 'POP' && Object(state).isTyped === true
}

/** Puts a query into the address; one that `isStep` is undone by back, any other takes the place of the one before. */
export function useSetQuery(): (query: string, isStep: boolean) => void {
  const [, setParams] = useSearchParams()
  return useCallback(
    (query, isStep) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (query === '') next.delete(QUERY)
          else next.set(QUERY, query)
          return next
        },
        { replace: !isStep, preventScrollReset: true, state: TYPED },
      ),
    [setParams],
  )
}

/** The address of the home that shows only what needs attention for this reason, from its question mark on. */
export const showingOnly = (notice: Notice): string => `?${new URLSearchParams({ [ONLY]: notice })}`
