import { useEffect } from 'react'
import { spoken } from '#ui/controls/spoken.ts'

/** Sets the title of the browser tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = spoken(`${title} · Senca`)
  }, [title])
}
