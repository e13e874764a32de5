import { lazyPart } from '#i18n/lazy-part.tsx'

/** Loaded with the menu that shows it. */
export const LazyThemeChoice = lazyPart(async () => (await import('./theme-choice.tsx')).ThemeChoice, {
  texts: ['account'],
})
