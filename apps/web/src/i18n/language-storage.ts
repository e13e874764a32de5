import { chooseLanguage, LANGUAGE_CODES, type Language, LIMITS } from '@senca/contract'

/** The places that a choice of language is kept in and read from. */
export interface LanguagePlaces {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** `document`, or what stands in for it. */
  page: { cookie: string; documentElement: { lang: string } }
  location: { search: string; protocol: string }
  browser: readonly string[]
}

/** The places of the browser. One that closes its storage says so at every use of it. */
export const browserPlaces = (): LanguagePlaces => ({
  storage: {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
  },
  page: document,
  location,
  browser: navigator.languages,
})

const COOKIE_MAX_AGE_S = 365 * 24 * 3_600

/** The stored choice: local storage, else the cookie; null where nothing is stored or storage is closed to us. */
export function storedLanguage({ storage, page }: Pick<LanguagePlaces, 'storage' | 'page'>): string | null {
  return readStorage(storage) ?? readCookie(page.cookie)
}

/** The language of the page, of those it is offered in: the query `lang`, the stored choice, the browser, the page's own. */
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

/** Keeps a choice in both places, for this app and for pages that read only the cookie. */
export function storeLanguage(
  language: Language,
  { storage, page, location }: Pick<LanguagePlaces, 'storage' | 'page' | 'location'>,
): void {
  try {
    storage.setItem(LIMITS.LANGUAGE_STORAGE_KEY, language)
  } catch {
    // A browser that keeps no storage still has the cookie.
  }
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  page.cookie = `${LIMITS.LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${COOKIE_MAX_AGE_S}; SameSite=Lax${secure}`
}

function readStorage(storage: LanguagePlaces['storage']): string | null {
  try {
    return storage.getItem(LIMITS.LANGUAGE_STORAGE_KEY)
  } catch {
    return null
  }
}

function readCookie(cookies: string): string | null {
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === LIMITS.LANGUAGE_COOKIE && value !== undefined) return value
  }
  return null
}
