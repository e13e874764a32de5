import { expect, it } from 'vitest'
import { linkOf } from '../testing/links.ts'
import { nextOpening } from './link-hours.ts'

const mornings = linkOf({
  startsAt: '2026-06-15T00:00:00Z',
  expiresAt: '2026-06-28T21:59:00Z',
  windows: [{ days: [1, 2, 3, 4, 5], from: '08:00', until: '12:00' }],
  timeZone: 'Europe/Ljubljana',
})

it.each([
  ['within its hours', {}, '2026-06-19T06:00:00Z', null],
  ['after them', {}, '2026-06-18T10:00:00Z', '2026-06-19T06:00:00.000Z'],
  ['before a weekend', {}, '2026-06-19T10:00:00Z', '2026-06-22T06:00:00.000Z'],
  [
    'by the clock of another place',
    { timeZone: 'America/New_York' },
    '2026-06-18T10:00:00Z',
    '2026-06-18T12:00:00.000Z',
  ],
  ['after the last of them', {}, '2026-06-26T10:00:00Z', 'never'],
  [
    'before it is valid',
    { state: 'upcoming', startsAt: '2026-06-20T00:00:00Z' },
    '2026-06-18T07:00:00Z',
    '2026-06-22T06:00:00.000Z',
  ],
  [
    'in its first minutes',
    { state: 'upcoming', startsAt: '2026-06-22T07:00:00Z' },
    '2026-06-18T07:00:00Z',
    '2026-06-22T07:00:00.000Z',
  ],
  ['without hours', { windows: [] }, '2026-06-18T10:00:00Z', null],
  ['when it is used up', { state: 'spent' }, '2026-06-18T10:00:00Z', null],
  ['while all sharing is frozen', { state: 'paused' }, '2026-06-18T10:00:00Z', null],
] as const)('a link opens next, %s', (_name, change, now, opening) => {
  const link = linkOf({ ...mornings, ...change, windows: 'windows' in change ? [] : mornings.windows })
  const found = nextOpening(link, new Date(now))
  expect(found instanceof Date ? found.toISOString() : found).toBe(opening)
})

it('a link opens a week later where the clocks skip its only hour', () => {
  const link = linkOf({
    startsAt: '2026-03-25T00:00:00Z',
    expiresAt: '2026-04-12T00:00:00Z',
    windows: [{ days: [7], from: '02:00', until: '03:00' }],
    timeZone: 'Europe/Ljubljana',
  })
  expect(nextOpening(link, new Date('2026-03-26T00:00:00Z'))).toEqual(new Date('2026-04-05T00:00:00Z'))
})
