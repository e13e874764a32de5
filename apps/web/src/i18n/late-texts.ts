import type { ResourceLanguage } from 'i18next'

/** The texts of pages that nobody opens first, apart from the others so that every page has fewer files to name. */
export const lateFiles = import.meta.glob<ResourceLanguage>(
  [
    './locales/{activity,claim,daylight,groups,links,people,place,rooms,scenarios,settings,setup,subscription,sun,travel,undo,wall,weather}/*.json',
  ],
  { import: 'default' },
)
