import { chooseLanguage, LANGUAGE_CODES, type Language, LIMITS } from '@senca/contract'
import { browserStorage, type KeptTexts } from '#core/storage.ts'

/** Where the chosen language is stored and read. */
export interface LanguagePlaces {
  storage: Pick<KeptTexts, 'getItem' | 'setItem'>
  /** `document`, or a replacement in tests. */
  page: { cookie: string; documentElement: { lang: string } }
  location: { search: string; protocol: string }
  browser: readonly string[]
}

export const browserPlaces = (): LanguagePlaces => ({
  storage: browserStorage,
  page: document,
  location,
  browser: navigator.languages,
})

const COOKIE_MAX_AGE_S = 365 * 24 * 3_600

/** The stored language: from local storage, otherwise from the cookie; null if nothing is stored. */
export function storedLanguage({ storage, page }: Pick<LanguagePlaces, 'storage' | 'page'>): string | null {
  return storage.getItem(LIMITS.LANGUAGE_STORAGE_KEY) ?? readCookie(page.cookie)
}

/**
 * The language of the page: from the query `lang`, the stored choice, the browser, or the page itself, in this order. Only
 * languages in which the page is available count.
 */
export function pageLanguage(
  places: LanguagePlaces,
  offered: readonly Language[] = LANGUAGE_CODES,
): Language {
  const sources = {
    query: queryLanguage(places.location.search),
    stored: storedLanguage(places),
    browser: places.browser,
    html: places.page.documentElement.lang,
  }
  return chooseLanguage(sources, offered)
}

export const queryLanguage = (search: string): string | null => new URLSearchParams(search).get('lang')

/** Stores a choice in both places, for this app and for pages that only read the cookie. */
export function storeLanguage(
  language: Language,
  { storage, page, location }: Pick<LanguagePlaces, 'storage' | 'page' | 'location'>,
): void {
  storage.setItem(LIMITS.LANGUAGE_STORAGE_KEY, language)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  page.cookie = `${LIMITS.LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${COOKIE_MAX_AGE_S}; SameSite=Lax${secure}`
}

function readCookie(cookies: string): string | null {
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === LIMITS.LANGUAGE_COOKIE && value !== undefined) return value
  }
  return null
}
