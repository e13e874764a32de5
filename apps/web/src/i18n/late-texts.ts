import type { ResourceLanguage } from 'i18next'

/** The texts of pages that are not opened first. They are separate, so that each page has to list fewer files. */
export const lateFiles = import.meta.glob<ResourceLanguage>(
  [
    './locales/{activity,apps,claim,daylight,found,groups,hardware,install,links,mqtt,notifications,people,phones,place,rooms,scenarios,settings,setup,stop,subscription,sun,travel,undo,wall,weather}/*.json',
  ],
  { import: 'default' },
)
