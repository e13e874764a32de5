import { DEFAULT_LANGUAGE, LANGUAGE_CODES, LANGUAGES, type Language } from '@senca/contract'
import i18next, { type ResourceLanguage } from 'i18next'
import { initReactI18next } from 'react-i18next'
import {
  type LanguagePlaces,
  pageLanguage,
  queryLanguage,
  storedLanguage,
  storeLanguage,
} from './language-storage.ts'
import './resources.ts'

const loaders = import.meta.glob<ResourceLanguage>(['./locales/*.json', '!./locales/same-as-english.json'], {
  import: 'default',
})

const browserPlaces = (): LanguagePlaces => ({
  storage: localStorage,
  page: document,
  location,
  browser: navigator.languages,
})

const tagOf = (language: Language): string => LANGUAGES[language].tag

async function load(language: Language): Promise<ResourceLanguage> {
  const loader = loaders[`./locales/${language}.json`]
  if (loader === undefined) throw new Error(`There are no texts for ${language}`)
  return loader()
}

async function show(language: Language): Promise<void> {
  const tag = tagOf(language)
  if (!i18next.hasResourceBundle(tag, 'translation')) {
    i18next.addResourceBundle(tag, 'translation', await load(language))
  }
  await i18next.changeLanguage(tag)
  document.documentElement.lang = tag
}

/** Chooses the language of the page and loads its texts. */
export async function startLanguage(): Promise<void> {
  const language = pageLanguage(browserPlaces())
  const tag = tagOf(language)
  await i18next.use(initReactI18next).init({
    lng: tag,
    fallbackLng: false,
    load: 'currentOnly',
    resources: { [tag]: { translation: await load(language) } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = tag
}

/** The language that is shown. */
export function currentLanguage(): Language {
  return LANGUAGE_CODES.find((code) => tagOf(code) === i18next.language) ?? DEFAULT_LANGUAGE
}

/** Shows a language that the person chose, and keeps the choice. */
export async function chooseAndStoreLanguage(language: Language): Promise<void> {
  await show(language)
  storeLanguage(language, browserPlaces())
}

/** Shows the language of the profile, unless the address or an earlier choice says otherwise. */
export async function followProfileLanguage(locale: Language): Promise<void> {
  const places = browserPlaces()
  if (queryLanguage(places.location.search) !== null || storedLanguage(places) !== null) return
  await show(locale)
}
