import type account from './locales/account/en.json'
import type en from './locales/en.json'

/** The texts of one language, in the shape of the English ones: those of every page, and those that come with a part. */
export type Texts = typeof en & typeof account

/** The parts whose texts are loaded with their screens. */
export type TextPart = 'account'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
  }
}
