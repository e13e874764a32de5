import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { query, time } from './clock.ts'

const root = document.documentElement
root.dataset.time = time
root.dataset.theme = query.get('theme') === 'dark' ? 'dark' : 'light'

/** Shows a page of the gallery in the look that its URL asks for. */
export function showPage(page: ReactNode): void {
  const place = document.getElementById('root')
  if (!place) throw new Error('The page has no #root')
  createRoot(place).render(page)
}
