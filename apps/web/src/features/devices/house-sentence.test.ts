import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import en from '#i18n/locales/en.json'
import { houseSentence } from './house-sentence.ts'

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: en } } })
})

it.each([
  [{ down: 4, lit: 3 }, 'Four down, three in the light'],
  [{ down: 1, lit: 13 }, 'One down, 13 in the light'],
  [{ down: 1 }, 'The shade is down'],
  [{ lit: 7, offline: 1 }, 'All seven are in the light, one out of reach'],
  [{ down: 2, moving: 1 }, 'Two down, one moving'],
  [{ devices: 1 }, 'One device'],
  [{ devices: 1200 }, '1,200 devices'],
])('%j reads “%s”', (given, sentence) => {
  const summary = { devices: 0, down: 0, lit: 0, moving: 0, offline: 0, ...given }
  expect(houseSentence(summary, i18next.t, 'en')).toBe(sentence)
})
