import type { Language } from '@senca/contract'
import { createInstance, type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { daysWords, windowsWords, zoneWords } from '#features/sharing-model/hours-words.ts'
import { formatTag } from '#i18n/format-tag.ts'
import de from '#i18n/locales/links/de.json'
import en from '#i18n/locales/links/en.json'
import rsCyrl from '#i18n/locales/links/rs_cyrl.json'
import sl from '#i18n/locales/links/sl.json'
import { endsOfTime } from '#i18n/moments.ts'
import { linkName, matches, shareLeft, usesWords } from './link-words.ts'
import { linkOf } from './testing/links.ts'

let t: TFunction
let inSlovenian: TFunction

const speak = (lng: string, texts: object) =>
  createInstance().init({ lng, resources: { [lng]: { translation: texts } } })

beforeAll(async () => {
  t = await speak('en', en)
  inSlovenian = await speak('sl', sl)
})

describe('a schedule in words', () => {
  it.each<[number[], string]>([
    [[1, 2, 3, 4, 5], 'Mon–Fri'],
    [[6, 7], 'Sat, Sun'],
    [[7, 1], 'Mon, Sun'],
    [[1, 2, 3, 5, 7], 'Mon–Wed, Fri, Sun'],
    [[4], 'Thu'],
    [[1, 2, 3, 4, 5, 6, 7], 'Every day'],
  ])('days %j are %s', (days, words) => expect(daysWords(days, 'en-GB', t)).toBe(words))

  it('has the hours in their one form', () => {
    const window = { days: [1, 2, 3, 4, 5], from: '08:00', until: '18:30' }
    expect(windowsWords([window], 'en-GB', t)).toEqual(['Mon–Fri, 08:00–18:30'])
    expect(windowsWords([window], 'en-US', t)).toEqual(['Mon–Fri, 08:00–18:30'])
    expect(windowsWords([window], 'sl', inSlovenian)).toEqual(['pon.–pet., 08:00–18:30'])
  })

  it('has the hours that are the same once', () => {
    const window = { days: [1, 2], from: '08:00', until: '18:30' }
    expect(windowsWords([window, { ...window, days: [2, 1] }], 'en-GB', t)).toHaveLength(1)
  })
})

it.each<[Language, object, string]>([
  ['en', en, 'from Fri 27 Nov, 17:00 until Sun 29 Nov, 23:59'],
  ['de', de, 'von Fr., 27. Nov., 17:00 bis So., 29. Nov., 23:59'],
  ['rs_cyrl', rsCyrl, 'од пет 27. нов 17:00 до нед 29. нов 23:59'],
])('a time that begins later says from when, in %s', async (language, texts, words) => {
  const spoken = await speak(language, texts)
  const ends = endsOfTime(
    new Date(2026, 10, 27, 17, 0),
    new Date(2026, 10, 29, 23, 59),
    formatTag(language, ['en-GB']),
  )
  expect(spoken('linkForm.say.span', ends)).toBe(words)
})

describe('the uses of a link in words', () => {
  it.each([
    [{ multiUse: false, maxUses: 1 }, 'For one use'],
    [{ multiUse: false, maxUses: 1, uses: 1 }, 'Used'],
    [{ maxUses: 5, uses: 2 }, 'Used 2 of 5 times'],
    [{ uses: 0 }, 'Not used yet'],
    [{ uses: 1 }, 'Used 1 time'],
    [{ uses: 3 }, 'Used 3 times'],
  ])('%j', (given, words) => expect(usesWords(linkOf(given), t)).toBe(words))

  it.each([
    [1, '1 uporaba'],
    [2, '2 uporabi'],
    [3, '3 uporabe'],
    [5, '5 uporab'],
    [102, '102 uporabi'],
  ])('%d in Slovenian', (uses, words) => expect(usesWords(linkOf({ uses }), inSlovenian)).toBe(words))
})

it('a link is called by its name, else by its devices, of which some may have left', () => {
  const devices = 'Front door, Removed device'
  expect(linkName(linkOf(), devices, t)).toBe('Ana')
  expect(linkName(linkOf({ name: null }), devices, t)).toBe(devices)
  expect(linkName(linkOf({ name: null }), '', t)).toBe('Link without a name')
})

it.each([
  ['before it starts', '2026-06-01T00:00:00Z', 1],
  ['half way', '2026-06-20T17:00:00Z', 0.5],
  ['when it is over', '2026-07-01T00:00:00Z', 0],
])('the time left %s', (_name, now, share) => {
  const link = linkOf({ startsAt: '2026-06-20T12:00:00Z', expiresAt: '2026-06-20T22:00:00Z' })
  expect(shareLeft(link, Date.parse(now))).toBe(share)
})

it.each([
  ['America/New_York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', 'UTC'],
])('the time zone %s is called %s', (zone, place) => expect(zoneWords(zone)).toBe(place))

it.each([
  ['čišč', true],
  [' ana ', true],
  ['ČIŠČENJE', true],
  ['ciscenje', true],
  ['vrata', true],
  ['', true],
  ['eva', false],
])('a search for %j finds it: %s', (wanted, isFound) => {
  expect(matches('Ana, čiščenje Vhodna vrata', wanted)).toBe(isFound)
})
