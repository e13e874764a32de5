import { describe, expect, it } from 'vitest'
import { agoInWords, momentInWords } from './since.ts'

const NOW = new Date(2026, 10, 20, 10, 24, 30)
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

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
    ['de', 'vor 3 Stunden'],
    ['sl', 'pred 3 urami'],
    ['hr', 'prije 3 sata'],
    ['sr-Cyrl', 'пре 3 сата'],
    ['sr-Latn', 'pre 3 sata'],
    ['it', '3 ore fa'],
  ])('in %s', (tag, words) => expect(agoInWords(minutesAgo(180), NOW, tag)).toBe(words))
})

describe('a moment', () => {
  it('of today is a time', () => expect(momentInWords(minutesAgo(60), NOW, 'en-GB')).toBe('09:24'))
  it('of another day has its date', () =>
    expect(momentInWords(minutesAgo(1_440), NOW, 'en-GB')).toBe('19 Nov 2026, 10:24'))
})
