import * as z from 'zod/mini'

/** The languages of the app: the code of the spec, the tag for `html lang` and Intl, and the name in the language itself. */
export const LANGUAGES = {
  en: { tag: 'en', name: 'English' },
  sl: { tag: 'sl', name: 'Slovenščina' },
  hr: { tag: 'hr', name: 'Hrvatski' },
  bs: { tag: 'bs', name: 'Bosanski' },
  rs_latn: { tag: 'sr-Latn', name: 'Srpski, latinica' },
  rs_cyrl: { tag: 'sr-Cyrl', name: 'Српски, ћирилица' },
  de: { tag: 'de', name: 'Deutsch' },
  it: { tag: 'it', name: 'Italiano' },
} as const satisfies Record<string, { tag: string; name: string }>

export type Language = keyof typeof LANGUAGES

export const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code)

export const LANGUAGE_CODES: readonly Language[] = Object.keys(LANGUAGES).filter(isLanguage)

/** The languages of the guest pages, in the order of the spec. */
export const GUEST_LANGUAGE_CODES = [
  'en',
  'sl',
  'de',
  'hr',
  'rs_latn',
  'rs_cyrl',
  'it',
] as const satisfies readonly Language[]

export const DEFAULT_LANGUAGE = 'en' satisfies Language

export const languageSchema = z.enum(LANGUAGE_CODES)

/**
 * The language of a code or browser tag (`de-AT`, `sr-Latn-RS`, `rs_latn`), or null. Serbian without a script is Cyrillic; `sh`
 * means Serbian Latin.
 */
export function parseLanguage(tag: string): Language | null {
  const normal = tag.trim().toLowerCase().replaceAll('-', '_')
  if (isLanguage(normal)) return normal
  const [primary = '', ...rest] = normal.split('_')
  if (primary === 'sr' || primary === 'rs') return rest.includes('latn') ? 'rs_latn' : 'rs_cyrl'
  if (primary === 'sh') return 'rs_latn'
  return isLanguage(primary) ? primary : null
}

/** The places where a language may be given, in order of precedence. Values that cannot be parsed are skipped. */
export interface LanguageSources {
  query: string | null
  stored: string | null
  browser: readonly string[]
  html: string | null
}

/** Picks the language: from the query, else the stored choice, else the browser, else the page, else English. */
export function chooseLanguage(
  sources: LanguageSources,
  offered: readonly Language[] = LANGUAGE_CODES,
): Language {
  const candidates = [sources.query, sources.stored, ...sources.browser, sources.html]
  for (const candidate of candidates) {
    const language = candidate === null ? null : parseLanguage(candidate)
    if (language !== null && offered.includes(language)) return language
  }
  return DEFAULT_LANGUAGE
}
