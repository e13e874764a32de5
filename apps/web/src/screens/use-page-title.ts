import { useEffect } from 'react'
import { spoken } from '#ui/controls/spoken.ts'

/** Sets the title of the browser tab; null leaves it to a part of the page. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = tabTitle(title)
  }, [title])
}

/** Sets the title of the browser tab while something is open over the page, whose title returns afterwards; null while nothing is. */
export function useTitleOver(title: string | null): void {
  useEffect(() => {
    if (title === null) return
    const before = document.title
    const own = tabTitle(title)
    document.title = own
    return () => {
      if (document.title === own) document.title = before
    }
  }, [title])
}

const tabTitle = (title: string): string => spoken(`${title} · Senca`)
