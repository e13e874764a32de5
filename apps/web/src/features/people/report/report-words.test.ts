import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import app from '#i18n/locales/app/en.json'
import en from '#i18n/locales/en.json'
import people from '#i18n/locales/people/en.json'
import settings from '#i18n/locales/settings/en.json'
import sun from '#i18n/locales/sun/en.json'
import { actionWords, changeLines, valueLines } from './report-words.ts'

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: { ...app, ...en, ...people, ...settings, ...sun } } },
    interpolation: { escapeValue: false },
  })
})

const writing = {
  get t() {
    return i18next.t
  },
  tag: 'en',
  nameOf: (id: string) => `the door ${id}`,
}

test.each([
  ['nothing', null, []],
  ['a name', { name: 'West' }, ['Name: West']],
  ['a place', { position: 0.3 }, ['Position: 30\u202f%']],
  ['a switch', { motorInverted: true }, ['Motor reversed: on']],
  ['what was cleared', { light1Name: null }, ['Name of light 1: not set']],
  ['a name that is also a word of a setting', { name: 'off' }, ['Name: off']],
  ['a kind', { devicetype: 'roller_shutter' }, ['Type: Roller shutter']],
  ['the door behind a shade', { doorId: 'd1' }, ['Door behind it: the door d1']],
  ['no door behind it', { doorId: null }, ['Door behind it: not set']],
  ['safe places', { safePlaces: { wind: 0.2, snow: null } }, ['Safe positions: 20\u202f%']],
  ['a test', { ms: 500, direction: 'open' }, ['Direction: open', 'Duration: 500\u00a0ms']],
  ['software', { version: '2.0.0' }, ['Version: 2.0.0']],
  ['what has no name here', { unheardOf: { a: 1 } }, ['unheardOf: {"a":1}']],
  ['a list', [1, 2], ['[1,2]']],
] as const)('%s is said in words', (_, value, expected) => {
  expect(valueLines(value, writing)).toEqual(expected)
})

const SUN = {
  mode: 'glare',
  azimuth: 180,
  windowTop: 2.2,
  windowBottom: 0,
  slatWidth: 80,
  slatSpacing: 72,
  depth: 0.5,
  above: 22,
  pausedUntil: null,
  wants: { position: 0.4 },
}

test('of the sun is said what was changed, or is another than for most windows', () => {
  const change = (before: unknown, after: unknown) => changeLines({ before, after }, writing)
  expect(change({ sun: null }, { sun: SUN })).toEqual({
    before: ['Sun protection: Off'],
    after: ['Sun protection: Against glare', 'The window faces: 180°'],
  })
  expect(change({ sun: SUN }, { sun: { ...SUN, depth: 1.5, wants: null } })).toEqual({
    before: ['Sunlight may reach into the room: 0.5 m'],
    after: ['Sunlight may reach into the room: 1.5 m'],
  })
  expect(change({ position: 0.3 }, { position: 0.5 })).toEqual({
    before: ['Position: 30\u202f%'],
    after: ['Position: 50\u202f%'],
  })
})

test('what no role of maintenance does is listed as another action', () => {
  expect(actionWords('test_move', i18next.t)).toBe('Tested with a short movement')
  expect(actionWords('claimed', i18next.t)).toBe('Another action')
})
