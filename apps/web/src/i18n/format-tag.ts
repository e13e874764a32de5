import { DEFAULT_LANGUAGE, LANGUAGES, type Language, parseLanguage } from '@senca/contract'

/** Chromium has no dates, numbers or collation of `bs`: those of Serbian in Bosnia are the same. */
const BOSNIAN = 'sr-Latn-BA'

/**
 * The locale by which `Intl` writes and sorts in a language: the browser's own regional one (`en-GB`, `de-AT`)
 * when it is of that language, else the language's.
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

/** The locale of the language that the page is shown in. */
export const pageTag = (): string =>
  formatTag(parseLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE)
