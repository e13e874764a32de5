import { DEFAULT_LANGUAGE, LANGUAGES, type Language, parseLanguage } from '@senca/contract'

/** Chromium has no dates, numbers or sort order for `bs`; those of Serbian in Bosnia are the same. */
const BOSNIAN = 'sr-Latn-BA'

/**
 * The locale in which `Intl` formats and sorts for a language: the browser's own regional locale (`en-GB`, `de-AT`) if it belongs
 * to that language, otherwise the locale of the language.
 */
export function formatTag(language: Language, browser: readonly string[] = navigator.languages): string {
  if (language === 'bs') return BOSNIAN
  const { tag } = LANGUAGES[language]
  const [primary] = tag.split('-')
  const regional = browser.find((one) => parseLanguage(one) === language && one.split('-')[0] === primary)
  return regional !== undefined && Intl.DateTimeFormat.supportedLocalesOf(regional).length > 0
    ? regional
    : tag
}

/** The locale of the page's language. */
export const pageTag = (): string =>
  formatTag(parseLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE)
