import { DEFAULT_LANGUAGE, LANGUAGES, type Language, parseLanguage } from '@senca/contract'
import { pageNow } from '#core/clock.ts'

/**
 * Many builds of Chromium have no dates, numbers or sort order for `bs`. Those of Serbian in Bosnia are nearly the same;
 * `relativeTime` mends the words that differ.
 */
export const BOSNIAN_FALLBACK = 'sr-Latn-BA'

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * A formatter of dates, made once: making one takes about a millisecond on a phone. Without a time zone it formats in the
 * reader's; a traveller gets a new one.
 */
export function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const offset = options.timeZone === undefined ? pageNow().getTimezoneOffset() : null
  const key = JSON.stringify([tag, options, offset])
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(tag, options)
  dateFormats.set(key, format)
  return format
}

const isKnown = (tag: string): boolean => Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0

/** Newer builds of Chromium list `bs` and yet have none of its names: they write "M01" for January. */
const hasBosnian = (): boolean =>
  isKnown('bs') && dateFormat('bs', { month: 'long', timeZone: 'UTC' }).format(0) === 'januar'

/**
 * The locale in which `Intl` formats and sorts for a language: the browser's own regional locale (`en-GB`, `de-AT`) if it belongs
 * to that language, otherwise the locale of the language.
 */
export function formatTag(language: Language, browser: readonly string[] = navigator.languages): string {
  if (language === 'bs') return hasBosnian() ? 'bs' : BOSNIAN_FALLBACK
  const { tag } = LANGUAGES[language]
  const [primary] = tag.split('-')
  const regional = browser.find((one) => parseLanguage(one) === language && one.split('-')[0] === primary)
  return regional !== undefined && isKnown(regional) ? regional : tag
}

/** The locale of the page's language. */
export const pageTag = (): string =>
  formatTag(parseLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE)
