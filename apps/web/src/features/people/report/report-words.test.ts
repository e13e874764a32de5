import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import en from '#i18n/locales/en.json'
import people from '#i18n/locales/people/en.json'
import settings from '#i18n/locales/settings/en.json'
import { actionWords, valueLines } from './report-words.ts'

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: { ...en, ...people, ...settings } } },
    interpolation: { escapeValue: false },
  })
})

test.each([
  ['nothing', null, []],
  ['a name', { name: 'West' }, ['Name: West']],
  ['a place', { position: 0.3 }, ['Position: 30%']],
  ['a switch', { motorInverted: true }, ['Motor reversed: on']],
  ['what was cleared', { light1Name: null }, ['Name of light 1: not set']],
  ['what has no name here', { unheardOf: { a: 1 } }, ['unheardOf: {"a":1}']],
  ['a list', [1, 2], ['[1,2]']],
] as const)('%s is said in words', (_, value, expected) => {
  expect(valueLines(value, i18next.t)).toEqual(expected)
})

test('what no role of maintenance does is told as another action', () => {
  expect(actionWords('test_move', i18next.t)).toBe('Tested with a short movement')
  expect(actionWords('claimed', i18next.t)).toBe('Another action')
})
