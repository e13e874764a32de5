import { LANGUAGES, parseLanguage } from '@senca/contract'
import i18next, { type ResourceLanguage } from 'i18next'
import { initReactI18next } from 'react-i18next'

const TEXTS = import.meta.glob<ResourceLanguage>('../src/i18n/locales/**/*.json', {
  eager: true,
  import: 'default',
})

/** Shows the texts of a language: those of every page and those of `parts`. */
export async function prepareTexts(language: string, parts: readonly string[]): Promise<void> {
  const { tag } = LANGUAGES[parseLanguage(language) ?? 'en']
  if (!i18next.isInitialized) {
    await i18next
      .use(initReactI18next)
      .init({ lng: tag, fallbackLng: false, load: 'currentOnly', resources: {} })
  }
  for (const folder of ['', ...parts.map((part) => `${part}/`)]) {
    i18next.addResourceBundle(
      tag,
      'translation',
      TEXTS[`../src/i18n/locales/${folder}${language}.json`],
      true,
    )
  }
  await i18next.changeLanguage(tag)
  document.documentElement.lang = tag
}
