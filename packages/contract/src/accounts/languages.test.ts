import { describe, expect, it } from 'vitest'
import {
  chooseLanguage,
  GUEST_LANGUAGE_CODES,
  LANGUAGE_CODES,
  LANGUAGES,
  type LanguageSources,
  parseLanguage,
} from './languages.ts'

const nothing = { query: null, stored: null, browser: [], html: null }

describe('reading a language', () => {
  it.each([
    ['en', 'en'],
    ['en-GB', 'en'],
    ['de-AT', 'de'],
    ['SL-si', 'sl'],
    ['rs_latn', 'rs_latn'],
    ['rs-cyrl', 'rs_cyrl'],
    ['sr', 'rs_cyrl'],
    ['sr-RS', 'rs_cyrl'],
    ['sr-Cyrl-BA', 'rs_cyrl'],
    ['sr-Latn', 'rs_latn'],
    ['sr-Latn-RS', 'rs_latn'],
    ['sh', 'rs_latn'],
    ['bs-Latn-BA', 'bs'],
    ['it-CH', 'it'],
    ['fr', null],
    ['', null],
    ['constructor', null],
  ])('%o is %o', (tag, language) => expect(parseLanguage(tag)).toBe(language))

  it('reads the tag of each language as that language', () => {
    for (const code of LANGUAGE_CODES) expect(parseLanguage(LANGUAGES[code].tag)).toBe(code)
  })
})

describe('choosing the language', () => {
  const said = { query: 'de', stored: 'it', browser: ['hr-HR'], html: 'sl' }

  it.each([
    ['the query first', said, 'de'],
    ['then the stored choice', { ...said, query: null }, 'it'],
    ['then the browser', { ...said, query: null, stored: null }, 'hr'],
    ['then the page', { ...said, query: null, stored: null, browser: [] }, 'sl'],
    ['English at last', nothing, 'en'],
    ['past a query that is no language', { ...said, query: 'xx' }, 'it'],
    [
      'the first of the browser that is offered',
      { ...nothing, browser: ['fr-FR', 'sr-Latn-RS', 'de'] },
      'rs_latn',
    ],
  ])('%s', (_name, sources, language) => expect(chooseLanguage(sources)).toBe(language))

  it.each<[string, Partial<LanguageSources>, string]>([
    ['in a Bosnian browser: English', { browser: ['bs-BA', 'bs'] }, 'en'],
    ['in a Bosnian browser that knows Croatian too: Croatian', { browser: ['bs-BA', 'hr-HR', 'en'] }, 'hr'],
    ['by a Bosnian address: English', { query: 'bs' }, 'en'],
    ['by a Bosnian address in a German browser: German', { query: 'bs', browser: ['de-AT'] }, 'de'],
    ['of somebody who uses the app in Bosnian: the browser’s', { stored: 'bs', browser: ['sl'] }, 'sl'],
    ['by a Serbo-Croatian address: Serbian Latin', { query: 'sh' }, 'rs_latn'],
    ['in a Serbo-Croatian browser: Serbian Latin', { browser: ['sh-BA'] }, 'rs_latn'],
    ['in a Serbian browser: Serbian Cyrillic', { browser: ['sr-RS'] }, 'rs_cyrl'],
    ['in a Serbian browser of Latin script: Serbian Latin', { browser: ['sr-Latn-BA'] }, 'rs_latn'],
    ['by an address of the code of the app', { query: 'rs_cyrl', browser: ['en'] }, 'rs_cyrl'],
    ['in a language that nobody offers: English', { browser: ['fr-FR'], query: 'xx' }, 'en'],
  ])('of a guest, %s', (_name, sources, language) => {
    expect(chooseLanguage({ ...nothing, ...sources }, GUEST_LANGUAGE_CODES)).toBe(language)
  })
})

describe('the languages', () => {
  it('are eight in the app and seven for guests', () => {
    expect(LANGUAGE_CODES).toEqual(['en', 'sl', 'hr', 'bs', 'rs_latn', 'rs_cyrl', 'de', 'it'])
    expect(GUEST_LANGUAGE_CODES).toEqual(['en', 'sl', 'de', 'hr', 'rs_latn', 'rs_cyrl', 'it'])
  })
})
