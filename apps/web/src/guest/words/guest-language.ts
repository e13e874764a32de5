import {
  DEFAULT_LANGUAGE,
  GUEST_LANGUAGE_CODES,
  LANGUAGES,
  type Language,
  parseLanguage,
} from '@senca/contract'
import { browserPlaces, pageLanguage, queryLanguage, storeLanguage } from '#i18n/language-storage.ts'
import { NO_TEXTS } from '#i18n/no-texts.ts'
import { type TextTree, translator } from './translate.ts'
import { setTranslator } from './words.ts'

/** The texts of a language, and a function that loads the texts which only the pages need that block a link. */
interface Words {
  texts: TextTree
  loadStops(): Promise<TextTree>
}
const loaders = import.meta.glob<Words>('./texts/*.ts')
let areStopsWanted = false

let shown: Language = 'en'

export const shownLanguage = (): Language => shown

let requests = 0

/** Resolves to false if another language was chosen while this one was loaded. */
async function show(language: Language): Promise<boolean> {
  requests += 1
  const intent = requests
  const load = loaders[`./texts/${language}.ts`]
  if (load === undefined) throw new Error(`There are no texts for guests in ${language}`)
  const { tag } = LANGUAGES[language]
  const { texts, loadStops } = await load()
  const stops = areStopsWanted ? await loadStops() : {}
  if (intent !== requests) return false
  shown = language
  document.documentElement.lang = tag
  setTranslator(translator({ ...texts, ...stops }, tag))
  return true
}

/** Loads the texts of the pages that block a link, in the current language. */
export async function loadStopTexts(): Promise<void> {
  areStopsWanted = true
  await show(shown)
}

/**
 * Shows the language of the query, the stored choice, the browser or the page, and stores one that came with the URL. If its
 * texts cannot be loaded, the page is in English. Resolves to false if no texts could be loaded at all.
 */
export async function startLanguage(): Promise<boolean> {
  const places = browserPlaces()
  const language = pageLanguage(places, GUEST_LANGUAGE_CODES)
  if (parseLanguage(queryLanguage(location.search) ?? '') === language) storeLanguage(language, places)
  const inTurn: readonly Language[] = [language, language, DEFAULT_LANGUAGE]
  for (const next of inTurn) {
    try {
      await show(next)
      return true
    } catch {
      // Another language may load.
    }
  }
  setTranslator(translator(NO_TEXTS, LANGUAGES[DEFAULT_LANGUAGE].tag))
  return false
}

/** Shows a language that the guest chose and stores the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await show(language)) storeLanguage(language, browserPlaces())
}
