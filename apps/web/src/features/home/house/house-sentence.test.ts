import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import bs from '#i18n/locales/app/bs.json'
import de from '#i18n/locales/app/de.json'
import en from '#i18n/locales/app/en.json'
import hr from '#i18n/locales/app/hr.json'
import italian from '#i18n/locales/app/it.json'
import rsCyrl from '#i18n/locales/app/rs_cyrl.json'
import rsLatn from '#i18n/locales/app/rs_latn.json'
import sl from '#i18n/locales/app/sl.json'
import { houseSentence, openDoorsText, phrasesOf } from './house-sentence.ts'
import { EMPTY_HOUSE, type HouseSummary } from './house-summary.ts'

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
  [{ down: 4, up: 3 }, 'Four down, three open'],
  [{ down: 1, up: 13 }, '1 down, 13 open'],
  [{ down: 1 }, 'The shade is down'],
  [{ up: 7, out: 1 }, 'All seven are open, awning extended'],
  [{ down: 2, up: 1, partly: 3 }, 'Two down, one open, three partly closed'],
  [{ down: 2, moving: 1 }, 'Two down, one moving'],
  [{ devices: 1 }, 'One device'],
  [{ devices: 1200 }, '1,200 devices'],
])('%j reads “%s”', (given, sentence) => {
  const summary = { ...EMPTY_HOUSE, ...given }
  expect(houseSentence(summary, i18next.t, 'en')).toBe(sentence)
})

it.each<[string, Partial<HouseSummary>, string]>([
  ['sl', { down: 2, up: 3 }, 'Dve spuščeni, tri odprta'],
  ['sl', { down: 5, out: 2 }, 'Vse spuščeno: pet senčil, tendi izvlečeni'],
  ['sl', { down: 1, partly: 2 }, 'Eno spuščeno, dve delno spuščeni'],
  ['hr', { down: 21, up: 2 }, '21 spušteno, 2 otvorena'],
  ['de', { down: 4, up: 1 }, 'Vier unten, eins offen'],
  ['sr-Cyrl', { down: 1, up: 5 }, 'Један спуштен, пет отворених'],
])('in %s %j reads “%s”', (tag, given, sentence) => {
  const summary = { ...EMPTY_HOUSE, ...given }
  expect(houseSentence(summary, i18next.getFixedT(tag), tag)).toBe(sentence)
})

it('breaks between its phrases, and not at the comma of a thousand', () => {
  expect(phrasesOf('1,200 down, three open')).toEqual(['1,200 down,', 'three open'])
  expect(phrasesOf('1,200 devices')).toEqual(['1,200 devices'])
})

it.each([
  ['en', en],
  ['de', de],
  ['sl', sl],
  ['hr', hr],
  ['bs', bs],
  ['rs_latn', rsLatn],
  ['rs_cyrl', rsCyrl],
  ['it', italian],
])('says of shades how they hang and nothing of light, which is not there at night: %s', (_, { home }) => {
  const { numbers, ...words } = home.house
  expect(Object.keys(numbers)).toHaveLength(12)
  expect(Object.values(words).join(' ')).not.toMatch(
    /light\b|licht|svetlob|svjetl|svetlost|светлост|\bluce\b/i,
  )
})

it.each([
  ['no open door', [], null],
  ['one by its name', ['Front door'], 'Front door open'],
  ['several by their number', ['Front door', 'Garage'], '2 doors open'],
])('the headline begins with %s', (_, names, expected) => {
  expect(openDoorsText(names, i18next.getFixedT('en'))).toBe(expected)
})

it('an open door comes first and stays one phrase, whatever its name', () => {
  const doors = openDoorsText(['Door, north'], i18next.getFixedT('en'))
  const sentence = houseSentence({ ...EMPTY_HOUSE, down: 4, up: 3 }, i18next.getFixedT('en'), 'en', doors)
  expect(phrasesOf(sentence, doors?.length)).toEqual(['Door, north open,', 'four down,', 'three open'])
})

it('the headline never says that all are down while one is unknown', () => {
  const summary = { ...EMPTY_HOUSE, down: 4, unreported: 1 }
  expect(houseSentence(summary, i18next.getFixedT('en'), 'en')).toBe('Four down, 1 not heard from')
})

it.each([
  ['says how the others are', { down: 4, unreported: 1 }, 'Four down'],
  [
    'still counts what is unknown where nothing else is there to say',
    { unreported: 28 },
    '28 not heard from',
  ],
])('beside notices of what is unknown the headline %s', (_, counts, expected) => {
  const summary = { ...EMPTY_HOUSE, ...counts }
  expect(houseSentence(summary, i18next.getFixedT('en'), 'en', null, true)).toBe(expected)
})
