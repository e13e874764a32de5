import { browserStorage } from './storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'theme'

/** The theme of this browser, which `public/theme.js` shows before the first paint. Without a stored choice, or without storage, it is that of the system. */
export function readTheme(): Theme {
  const stored = browserStorage.getItem(STORAGE_KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Shows the page in a theme; the style sheet follows the attribute, and the system where there is none. */
function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}

/** Shows and keeps a theme. Without storage it lasts until the page is left. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  browserStorage.setItem(STORAGE_KEY, theme)
}
