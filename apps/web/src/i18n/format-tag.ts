import { LANGUAGES, type Language, parseLanguage } from '@senca/contract'

/**
 * The tag by which dates and numbers are written in a language: the browser's own regional one (`en-GB`, `de-AT`)
 * when it is of that language, else the language's.
 */
export function formatTag(language: Language, browser: readonly string[] = navigator.languages): string {
  const { tag } = LANGUAGES[language]
  const [primary] = tag.split('-')
  const regional = browser.find((one) => parseLanguage(one) === language && one.split('-')[0] === primary)
  return regional !== undefined && Intl.DateTimeFormat.supportedLocalesOf(regional).length > 0
    ? regional
    : tag
}
