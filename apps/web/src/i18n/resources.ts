import type en from './locales/en.json'

/** The texts of one language, in the shape of the English ones. */
export type Texts = typeof en

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
  }
}
