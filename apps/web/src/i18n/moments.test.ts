import { LANGUAGE_CODES } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { BOSNIAN_FALLBACK, formatTag } from './format-tag.ts'
import {
  agoInWords,
  clockTime,
  fullMoment,
  relativeTime,
  shortMoment,
  spanOfTime,
  weekdayMoment,
} from './moments.ts'
import { timeAt } from './time-at.ts'

/** A Sunday. */
const NOW = new Date(2026, 10, 22, 10, 24, 30)
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const tagOf = (language: (typeof LANGUAGE_CODES)[number]) => formatTag(language, [])

describe('a time of day', () => {
  it.each([
    [at(22, 8, 4), '08:04'],
    [at(22, 0, 0), '00:00'],
    [at(22, 23, 59), '23:59'],
  ])('%s is %s', (moment, words) => expect(clockTime(moment)).toBe(words))
  it('can be that of another time zone', () =>
    expect(clockTime(Date.UTC(2026, 10, 22, 7, 30), 'Europe/Ljubljana')).toBe('08:30'))
  it('names the zone of a place whose clocks show another time than here, and only of one', () => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    const moment = new Date(Date.UTC(2026, 10, 22, 7, 30))
    expect(timeAt(moment, here, 'en-GB')).toBe(clockTime(moment))
    expect(timeAt(moment, undefined, 'en-GB')).toBe(clockTime(moment))
    const away = clockTime(moment, 'Asia/Kolkata') === clockTime(moment) ? 'Asia/Tokyo' : 'Asia/Kolkata'
    for (const tag of LANGUAGE_CODES.map(tagOf))
      expect(timeAt(moment, away, tag)).toMatch(/^(13:00|16:30) \S+/)
  })
  it.each([...LANGUAGE_CODES.map(tagOf), 'en-US', 'en-DK', 'en-IN', 'de-CH', 'it-CH'])(
    'has two digits and 24 hours within a date in %s',
    (tag) => {
      for (const moment of [at(20, 8, 4), at(20, 18, 4), at(20, 0, 4)]) {
        const time = clockTime(moment)
        expect(fullMoment(moment, tag).slice(-6)).toBe(` ${time}`)
        expect(weekdayMoment(moment, tag).slice(-6)).toBe(` ${time}`)
        expect(shortMoment(moment, NOW, tag).slice(-6)).toBe(` ${time}`)
      }
    },
  )
})

describe('a moment', () => {
  it.each([
    ['en', 'Nov 20, 2026, 08:24', 'Fri, Nov 20, 08:24'],
    ['sl', '20. nov. 2026, 08:24', 'pet., 20. nov., 08:24'],
    ['hr', '20. stu 2026. 08:24', 'pet, 20. stu 08:24'],
    ['bs', '20. nov 2026. u 08:24', 'pet, 20. nov u 08:24'],
    ['rs_latn', '20. nov 2026. 08:24', 'pet 20. nov 08:24'],
    ['rs_cyrl', '20. нов 2026. 08:24', 'пет 20. нов 08:24'],
    ['de', '20. Nov. 2026, 08:24', 'Fr., 20. Nov., 08:24'],
    ['it', '20 nov 2026, 08:24', 'ven 20 nov, 08:24'],
  ] as const)('in %s', (language, full, weekday) => {
    expect(fullMoment(at(20, 8, 24), tagOf(language))).toBe(full)
    expect(weekdayMoment(at(20, 8, 24), tagOf(language))).toBe(weekday)
  })
})

describe('a past moment is as short as it is clear', () => {
  it.each([
    ['en', 'Sun 14:03', 'Nov 15', 'Dec 31, 2025'],
    ['sl', 'ned., 14:03', '15. nov.', '31. dec. 2025'],
    ['hr', 'ned 14:03', '15. stu', '31. pro 2025.'],
    ['bs', 'ned 14:03', '15. nov', '31. dec 2025.'],
    ['rs_latn', 'ned 14:03', '15. nov', '31. dec 2025.'],
    ['rs_cyrl', 'нед 14:03', '15. нов', '31. дец 2025.'],
    ['de', 'So., 14:03', '15. Nov.', '31. Dez. 2025'],
    ['it', 'dom 14:03', '15 nov', '31 dic 2025'],
  ] as const)('in %s', (language, week, year, before) => {
    const tag = tagOf(language)
    expect(shortMoment(at(22, 8, 24), NOW, tag)).toBe('08:24')
    expect(shortMoment(at(16, 0, 0), NOW, tag)).toMatch(/ 00:00$/)
    expect(shortMoment(at(22, 14, 3), at(28, 9), tag)).toBe(week)
    expect(shortMoment(at(15, 23, 59), NOW, tag)).toBe(year)
    expect(shortMoment(new Date(2025, 11, 31, 12), NOW, tag)).toBe(before)
  })
})

describe('a span of time', () => {
  it.each([
    ['of one day', at(20, 8), at(20, 18, 30), 'Fri 20 Nov, 08:00–18:30'],
    ['of several', at(20, 14), at(22, 23, 59), 'Fri 20 Nov, 14:00 – Sun 22 Nov, 23:59'],
  ])('%s', (_, from, until, words) => expect(spanOfTime(from, until, 'en-GB')).toBe(words))
  it.each(LANGUAGE_CODES)('has spaces around the dash in %s', (language) =>
    expect(spanOfTime(at(20, 14), at(22, 23, 59), tagOf(language))).toContain('14:00 – '),
  )
})

describe('how long ago', () => {
  it.each([
    ['a clock that runs ahead', -3, 'now'],
    ['half a minute', 0.5, 'now'],
    ['a minute', 1, '1 minute ago'],
    ['59 minutes', 59.9, '59 minutes ago'],
    ['an hour', 60, '1 hour ago'],
    ['a day', 1_440, 'yesterday'],
    ['a week', 10_080, '7 days ago'],
    ['two months', 90_000, '2 months ago'],
    ['a year', 525_600, 'last year'],
  ])('%s', (_, minutes, words) => expect(agoInWords(minutesAgo(minutes), NOW, 'en-GB')).toBe(words))

  it.each([
    ['de', 'vor 3 Stunden', 'vor 3 Std.'],
    ['sl', 'pred 3 urami', 'pred 3 urami'],
    ['hr', 'prije 3 sata', 'prije 3 h'],
    ['bs', 'prije 3 sata', 'prije 3 sata'],
    ['rs_cyrl', 'пре 3 сата', 'пре 3 ч.'],
    ['rs_latn', 'pre 3 sata', 'pre 3 č.'],
    ['it', '3 ore fa', '3 h fa'],
  ] as const)('in %s', (language, words, short) => {
    expect(agoInWords(minutesAgo(180), NOW, tagOf(language))).toBe(words)
    expect(agoInWords(minutesAgo(180), NOW, tagOf(language), 'short')).toBe(short)
  })
})

describe('how long ago, in a browser without Bosnian', () => {
  it.each([
    [-1, 'day', 'jučer', 'jučer'],
    [-2, 'day', 'prekjučer', 'prekjučer'],
    [0, 'day', 'danas', 'danas'],
    [-3, 'month', 'prije 3 mjeseca', 'prije 3 mj.'],
    [-3, 'hour', 'prije 3 sata', 'prije 3 č.'],
  ] as const)('%i %s is said in Bosnian', (value, unit, words, short) => {
    expect(relativeTime(value, unit, BOSNIAN_FALLBACK)).toBe(words)
    expect(relativeTime(value, unit, BOSNIAN_FALLBACK, 'short')).toBe(short)
    if (unit === 'day') expect(relativeTime(value, unit, 'bs')).toBe(words)
  })
})
