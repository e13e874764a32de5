import { describe, expect, it } from 'vitest'
import { type LanguagePlaces, pageLanguage, storedLanguage, storeLanguage } from './language-storage.ts'

function places(
  given: {
    query?: string
    stored?: string
    cookie?: string
    browser?: string[]
    html?: string
    protocol?: string
  } = {},
) {
  const values = new Map<string, string>(given.stored === undefined ? [] : [['i18nextLng', given.stored]])
  return {
    values,
    storage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value) === values,
    },
    page: { cookie: given.cookie ?? '', documentElement: { lang: given.html ?? 'en' } },
    location: { search: given.query ?? '', protocol: given.protocol ?? 'https:' },
    browser: given.browser ?? [],
  } satisfies LanguagePlaces & { values: Map<string, string> }
}

describe('the language of the page', () => {
  it.each([
    ['the query first', { query: '?lang=sl', stored: 'de', browser: ['it'], html: 'hr' }, 'sl'],
    ['then the stored choice', { stored: 'de', browser: ['it'], html: 'hr' }, 'de'],
    ['the cookie where storage has none', { cookie: 'a=b; i18next=rs_cyrl', browser: ['it'] }, 'rs_cyrl'],
    ['storage before the cookie', { stored: 'bs', cookie: 'i18next=it' }, 'bs'],
    ['then the browser', { browser: ['fr-FR', 'de-AT'], html: 'hr' }, 'de'],
    ['then the page', { browser: ['fr-FR'], html: 'hr' }, 'hr'],
    ['English when nothing can be read', { query: '?lang=xx', browser: [], html: 'zz' }, 'en'],
    ['an unreadable query is passed over', { query: '?lang=klingon', stored: 'sl' }, 'sl'],
  ])('is %s', (_name, given, expected) => {
    expect(pageLanguage(places(given))).toBe(expected)
  })

  it('is kept in local storage and in the cookie', () => {
    const own = places()
    storeLanguage('rs_latn', own)
    expect(own.values.get('i18nextLng')).toBe('rs_latn')
    expect(own.page.cookie).toMatch(/^i18next=rs_latn; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/)
  })

  it('works without storage', () => {
    const closed = {
      ...places({ cookie: 'i18next=it' }),
      storage: { getItem: () => null, setItem: () => false },
    }
    expect(storedLanguage(closed)).toBe('it')
    storeLanguage('sl', closed)
    expect(closed.page.cookie).toContain('i18next=sl')
  })
})
