import { useEffect } from 'react'
import { spoken } from '#ui/controls/spoken.ts'

/** Names the page in the browser's tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = spoken(`${title} · Senca`)
  }, [title])
}
