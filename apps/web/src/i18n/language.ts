import { DEFAULT_LANGUAGE, LANGUAGE_CODES, LANGUAGES, type Language, parseLanguage } from '@senca/contract'
import i18next, { type ResourceLanguage } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { formatTag } from './format-tag.ts'
import {
  browserPlaces,
  pageLanguage,
  queryLanguage,
  storedLanguage,
  storeLanguage,
} from './language-storage.ts'
import { orderNamesIn } from './name-order.ts'
import { NO_TEXTS } from './no-texts.ts'
import type { TextPart } from './resources.ts'

type Part = 'page' | TextPart
type Loaders = Record<string, () => Promise<ResourceLanguage>>

const loaders: Record<Part, Loaders> = {
  page: import.meta.glob<ResourceLanguage>(['./locales/*.json', '!./locales/same-as-english.json'], {
    import: 'default',
  }),
  account: import.meta.glob<ResourceLanguage>('./locales/account/*.json', { import: 'default' }),
  device: import.meta.glob<ResourceLanguage>('./locales/device/*.json', { import: 'default' }),
  settings: import.meta.glob<ResourceLanguage>('./locales/settings/*.json', { import: 'default' }),
  door: import.meta.glob<ResourceLanguage>('./locales/door/*.json', { import: 'default' }),
  activity: import.meta.glob<ResourceLanguage>('./locales/activity/*.json', { import: 'default' }),
  links: import.meta.glob<ResourceLanguage>('./locales/links/*.json', { import: 'default' }),
}

/** The parts that the page has come to need, in whatever language it is shown. */
const wanted = new Set<Part>(['page'])
const loaded = new Set<string>()

let start = () => {}
const started = new Promise<void>((resolve) => {
  start = resolve
})

const tagOf = (language: Language): string => LANGUAGES[language].tag

async function load(part: Part, language: Language): Promise<void> {
  const place = part === 'page' ? './locales' : `./locales/${part}`
  const key = `${place}/${language}.json`
  if (loaded.has(key)) return
  const loader = loaders[part][key]
  if (loader === undefined) throw new Error(`There are no ${part} texts for ${language}`)
  i18next.addResourceBundle(tagOf(language), 'translation', await loader(), true)
  loaded.add(key)
}

const loadWanted = (language: Language) => Promise.all([...wanted].map((part) => load(part, language)))

/** Loads the texts of a part of the app in the language that is shown; a change of language loads them again. */
export async function loadTexts(part: TextPart): Promise<void> {
  wanted.add(part)
  await started
  let language: Language
  do {
    language = currentLanguage()
    await load(part, language)
  } while (language !== currentLanguage())
}

async function show(language: Language): Promise<void> {
  const tag = tagOf(language)
  await loadWanted(language)
  orderNamesIn(formatTag(language))
  await i18next.changeLanguage(tag)
  document.documentElement.lang = tag
}

/**
 * Chooses the language of the page, loads its texts, and keeps a choice that came with the address. Where they do not
 * come the page is shown in English, and says so. Answers false where no texts came at all.
 */
export async function startLanguage(): Promise<boolean> {
  const places = browserPlaces()
  const wished = pageLanguage(places)
  if (parseLanguage(queryLanguage(places.location.search) ?? '') === wished) storeLanguage(wished, places)
  await i18next.use(initReactI18next).init({
    lng: tagOf(wished),
    fallbackLng: false,
    load: 'currentOnly',
    resources: { [tagOf(DEFAULT_LANGUAGE)]: { translation: NO_TEXTS } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  const loadedLanguage = await firstToLoad([wished, wished, DEFAULT_LANGUAGE])
  const language = loadedLanguage ?? DEFAULT_LANGUAGE
  if (language !== wished) await i18next.changeLanguage(tagOf(language))
  orderNamesIn(formatTag(language))
  document.documentElement.lang = tagOf(language)
  start()
  if (loadedLanguage !== null && language !== wished) sayNotLoaded(wished)
  return loadedLanguage !== null
}

async function firstToLoad(languages: readonly Language[]): Promise<Language | null> {
  for (const language of languages) {
    try {
      await load('page', language)
      return language
    } catch {
      // The next one may come.
    }
  }
  return null
}

const sayNotLoaded = (language: Language): void =>
  showMessage('error', i18next.t('language.notLoaded', { language: LANGUAGES[language].name }), {
    isOfApp: true,
  })

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
  try {
    await show(locale)
  } catch {
    sayNotLoaded(locale)
  }
}
