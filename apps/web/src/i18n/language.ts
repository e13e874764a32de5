import { DEFAULT_LANGUAGE, LANGUAGE_CODES, LANGUAGES, type Language, parseLanguage } from '@senca/contract'
import i18next, { type BackendModule, type ResourceLanguage } from 'i18next'
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
import { TEXT_PARTS, type TextPart } from './resources.ts'

/** The namespace of the texts of every page. The texts of a part have a namespace with its name. */
const PAGE = 'translation'
/** The namespace of the texts that are used if no texts could be loaded. */
const FALLBACK = 'fallback'

const files = import.meta.glob<ResourceLanguage>(
  [
    './locales/**/*.json',
    '!./locales/browser/*.json',
    '!./locales/{activity,claim,daylight,found,groups,hardware,install,links,mqtt,people,place,rooms,scenarios,settings,setup,stop,subscription,sun,travel,undo,wall,weather}/*.json',
    '!./locales/same-as-english.json',
  ],
  { import: 'default' },
)

/** The loader of a text file; throws if there is no such file. */
async function loaderOf(path: string): Promise<() => Promise<ResourceLanguage>> {
  const load = files[path] ?? (await import('./late-texts.ts')).lateFiles[path]
  if (load === undefined) throw new Error(`There are no texts at ${path}`)
  return load
}

const tagOf = (language: Language): string => LANGUAGES[language].tag

/** The i18next backend that reads the texts of a namespace from their file. */
const textFiles = {
  type: 'backend',
  callbackApi: true,
  init: () => {},
  read(tag, namespace, callback) {
    const folder = namespace === PAGE ? './locales' : `./locales/${namespace}`
    const language = LANGUAGE_CODES.find((code) => tagOf(code) === tag)
    loaderOf(`${folder}/${language}.json`)
      .then((load) => load())
      .then(
        (texts) => callback(null, texts),
        (error: unknown) => callback(error instanceof Error ? error : String(error), null),
      )
  },
} satisfies BackendModule

/** Loads the missing namespaces, also again after a failure. Throws if one cannot be loaded. */
async function load(tag: string, namespaces: readonly string[]): Promise<void> {
  const isMissing = (namespace: string): boolean => !i18next.hasResourceBundle(tag, namespace)
  const missing = namespaces.filter(isMissing)
  if (missing.length === 0) return
  await i18next.reloadResources([tag], missing)
  if (missing.some(isMissing)) throw new Error(`The texts ${missing.join(', ')} for ${tag} did not come`)
}

/** The namespaces that the page needs so far, in any language. */
const wantedNamespaces = (): readonly string[] => [i18next.options.ns || PAGE].flat()

let started: Promise<unknown> = Promise.resolve()

/** Loads the texts of a part of the app in the current language. After a change of language they are loaded again. */
export async function loadTexts(part: TextPart): Promise<void> {
  await started
  await i18next.loadNamespaces(part)
  await load(i18next.language, [part])
}

let requests = 0

/** Resolves to false if another language was chosen while this one was loaded. */
async function show(language: Language): Promise<boolean> {
  requests += 1
  const intent = requests
  const tag = tagOf(language)
  await load(tag, wantedNamespaces())
  if (intent !== requests) return false
  orderNamesIn(formatTag(language))
  await i18next.changeLanguage(tag)
  document.documentElement.lang = tag
  return true
}

/**
 * Chooses the language of the page among those that are offered, loads its texts and those of `parts`, and stores a choice that
 * came with the URL. If they cannot be loaded, the page is in English and says so. Resolves to false if no texts could be loaded at all.
 */
export function startLanguage(offered: readonly Language[], parts: readonly TextPart[]): Promise<boolean> {
  const places = browserPlaces()
  const wished = pageLanguage(places, offered)
  if (parseLanguage(queryLanguage(places.location.search) ?? '') === wished) storeLanguage(wished, places)
  const starting = start(wished, parts)
  started = starting
  return starting
}

async function start(wished: Language, parts: readonly TextPart[]): Promise<boolean> {
  await i18next
    .use(textFiles)
    .use(initReactI18next)
    .init({
      lng: tagOf(wished),
      fallbackLng: false,
      load: 'currentOnly',
      ns: [PAGE, ...parts],
      defaultNS: PAGE,
      fallbackNS: [...TEXT_PARTS, FALLBACK],
      partialBundledLanguages: true,
      resources: { [tagOf(DEFAULT_LANGUAGE)]: { [FALLBACK]: NO_TEXTS } },
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
  const inTurn: readonly Language[] = [wished, DEFAULT_LANGUAGE]
  for (const language of inTurn) {
    try {
      await show(language)
      if (language !== wished) sayNotLoaded(wished)
      return true
    } catch {
      // Another language may load.
    }
  }
  await i18next.changeLanguage(tagOf(DEFAULT_LANGUAGE))
  document.documentElement.lang = tagOf(DEFAULT_LANGUAGE)
  return false
}

const sayNotLoaded = (language: Language): void =>
  showMessage('error', i18next.t('language.notLoaded', { language: LANGUAGES[language].name }), {
    isOfApp: true,
  })

export function currentLanguage(): Language {
  return LANGUAGE_CODES.find((code) => tagOf(code) === i18next.language) ?? DEFAULT_LANGUAGE
}

/** Shows a language that the person chose and stores the choice. */
export async function chooseAndStoreLanguage(language: Language): Promise<void> {
  if (await show(language)) storeLanguage(language, browserPlaces())
}

/** Shows the language of the profile, unless the URL or an earlier choice has priority. */
export async function followProfileLanguage(locale: Language): Promise<void> {
  const places = browserPlaces()
  if (queryLanguage(places.location.search) !== null || storedLanguage(places) !== null) return
  try {
    await show(locale)
  } catch {
    sayNotLoaded(locale)
  }
}
