import type { HealthDay } from '@senca/contract/health'
import { describe, expect, it } from 'vitest'
import { DAY_MS, dayOf, signsOf } from './signs.ts'

const NOW = new Date('2026-05-28T12:00:00Z')
const dayAgo = (days: number, counted: Partial<HealthDay>): HealthDay => ({
  day: dayOf(new Date(NOW.getTime() - days * DAY_MS)),
  restarts: 0,
  drops: 0,
  answers: 0,
  answerMs: null,
  ...counted,
})
const signs = (days: HealthDay[], rssi?: number) =>
  signsOf({ days, said: rssi === undefined ? null : { rssi } }, NOW)

describe('signs of a fault', () => {
  it.each<[string, HealthDay[], string[]]>([
    ['nothing at all', [], []],
    ['two restarts', [dayAgo(1, { restarts: 2 })], []],
    ['three restarts in a week', [dayAgo(0, { restarts: 1 }), dayAgo(6, { restarts: 2 })], ['restarts']],
    ['three restarts, one of them a week ago', [dayAgo(0, { restarts: 2 }), dayAgo(7, { restarts: 1 })], []],
    [
      'as many restarts as always',
      [dayAgo(1, { restarts: 3 }), dayAgo(8, { restarts: 3 }), dayAgo(15, { restarts: 3 })],
      [],
    ],
    ['restarts that doubled', [dayAgo(1, { restarts: 4 }), dayAgo(8, { restarts: 6 })], ['restarts']],
    ['connections lost often', [dayAgo(1, { drops: 5 })], ['drops']],
    ['connections always lost', [dayAgo(1, { drops: 5 }), dayAgo(20, { drops: 9 })], []],
    [
      'answers that took twice as long',
      [dayAgo(2, { answers: 10, answerMs: 1_200 }), dayAgo(9, { answers: 40, answerMs: 500 })],
      ['slow'],
    ],
    [
      'answers that are still quick',
      [dayAgo(2, { answers: 10, answerMs: 600 }), dayAgo(9, { answers: 40, answerMs: 100 })],
      [],
    ],
    ['slow answers with nothing to compare', [dayAgo(2, { answers: 30, answerMs: 3_000 })], []],
    ['what is too old to count', [dayAgo(30, { restarts: 9, drops: 9 })], []],
  ])('of %s [DV18]', (_what, days, expected) => {
    expect(signs(days)).toEqual(expected)
  })

  it('of a weak signal [DV18]', () => {
    expect(signs([], -79)).toEqual([])
    expect(signs([], -80)).toEqual(['signal'])
  })
})
