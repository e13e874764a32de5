import { GUEST_LANGUAGE_CODES, LANGUAGES, type Language, parseLanguage } from '@senca/contract'
import { type LanguagePlaces, pageLanguage, queryLanguage, storeLanguage } from '#i18n/language-storage.ts'
import { type TextTree, translator } from './translate.ts'
import { sayBy } from './words.ts'

const loaders = import.meta.glob<TextTree>('./texts/*.ts', { import: 'default' })

const browserPlaces = (): LanguagePlaces => ({
  storage: localStorage,
  page: document,
  location,
  browser: navigator.languages,
})

let shown: Language = 'en'

/** The language that is shown. */
export const shownLanguage = (): Language => shown

async function show(language: Language): Promise<void> {
  const load = loaders[`./texts/${language}.ts`]
  if (load === undefined) throw new Error(`There are no texts for guests in ${language}`)
  const { tag } = LANGUAGES[language]
  const texts = await load()
  shown = language
  document.documentElement.lang = tag
  sayBy(translator(texts, tag))
}

/** Shows the language of the query, the stored choice, the browser or the page; keeps one that came with the address. */
export async function startLanguage(): Promise<void> {
  const places = browserPlaces()
  const language = pageLanguage(places, GUEST_LANGUAGE_CODES)
  await show(language)
  if (parseLanguage(queryLanguage(location.search) ?? '') === language) storeLanguage(language, places)
}

/** Shows a language that the guest chose, and keeps the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  await show(language)
  storeLanguage(language, browserPlaces())
}
