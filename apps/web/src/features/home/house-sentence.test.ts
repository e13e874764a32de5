import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import de from '#i18n/locales/de.json'
import en from '#i18n/locales/en.json'
import hr from '#i18n/locales/hr.json'
import rsCyrl from '#i18n/locales/rs_cyrl.json'
import sl from '#i18n/locales/sl.json'
import { houseSentence, phrasesOf } from './house-sentence.ts'
import type { HouseSummary } from './house-summary.ts'

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: {
      en: { translation: en },
      sl: { translation: sl },
      hr: { translation: hr },
      de: { translation: de },
      'sr-Cyrl': { translation: rsCyrl },
    },
  })
})

it.each([
  [{ down: 4, lit: 3 }, 'Four down, three open'],
  [{ down: 1, lit: 13 }, 'One down, 13 open'],
  [{ down: 1 }, 'The shade is down'],
  [{ lit: 7, offline: 1 }, 'All seven are open, one offline'],
  [{ down: 2, moving: 1 }, 'Two down, one moving'],
  [{ devices: 1 }, 'One device'],
  [{ devices: 1200 }, '1,200 devices'],
])('%j reads “%s”', (given, sentence) => {
  const summary = { devices: 0, down: 0, lit: 0, moving: 0, offline: 0, ...given }
  expect(houseSentence(summary, i18next.t, 'en')).toBe(sentence)
})

it.each<[string, Partial<HouseSummary>, string]>([
  ['sl', { down: 2, lit: 3 }, 'Dve spuščeni, tri odprta'],
  ['sl', { down: 5, offline: 1 }, 'Vse spuščeno: pet senčil, eno brez povezave'],
  ['hr', { down: 21, lit: 2 }, '21 spušteno, dva otvorena'],
  ['de', { down: 4, lit: 1 }, 'Vier unten, eins offen'],
  ['sr-Cyrl', { down: 1, lit: 5 }, 'Један спуштен, пет отворених'],
])('in %s %j reads “%s”', (tag, given, sentence) => {
  const summary = { devices: 0, down: 0, lit: 0, moving: 0, offline: 0, ...given }
  expect(houseSentence(summary, i18next.getFixedT(tag), tag)).toBe(sentence)
})

it('breaks between its phrases, and not at the comma of a thousand', () => {
  expect(phrasesOf('1,200 down, three open')).toEqual(['1,200 down,', 'three open'])
  expect(phrasesOf('1,200 devices')).toEqual(['1,200 devices'])
})
