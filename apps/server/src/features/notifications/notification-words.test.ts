import { LANGUAGE_CODES, LIMITS } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { NOTIFICATION_WORDS } from './notification-texts/notification-texts.ts'
import { wordsOf } from './notification-words.ts'

const NAME = 'Schlafzimmer Ostseit'
const AT = new Date('2026-11-29T20:40:00Z')
const READER = { language: 'en', timezone: 'Europe/Ljubljana' } as const

const data = {
  device: NAME,
  devices: [NAME, NAME, NAME],
  since: '2026-11-29T00:15:00Z',
  until: '2026-12-24T22:59:00Z',
  percent: 20,
  by: NAME,
  name: NAME,
  reason: { measurement: 'wind_gust', value: 33.3, unit: 'm/s', threshold: 22.2, condition: 'gt' },
} as const

describe.each(LANGUAGE_CODES)('in %s', (language) => {
  it.each(NOTIFICATION_WORDS)('%s fits, with names of 20 characters [PK18]', (words) => {
    const { title, body } = wordsOf(
      { at: AT, data: { ...data, devices: [...data.devices], words } },
      { ...READER, language },
    )
    expect(title.length, title).toBeLessThanOrEqual(LIMITS.NOTIFICATION_TITLE_MAX_LENGTH)
    expect(body.length, body).toBeLessThanOrEqual(LIMITS.NOTIFICATION_BODY_MAX_LENGTH)
    expect(`${title}${body}`).not.toContain('{{')
  })
})

it('says the time of the event by the clock of the home [PK18]', () => {
  const open = { words: 'door_open', device: 'Front door', since: '2026-11-29T20:25:00Z' } as const
  expect(wordsOf({ at: AT, data: open }, READER)).toEqual({
    title: 'Front door is open',
    body: 'Since 21:25 (15 minutes).',
  })
  expect(wordsOf({ at: AT, data: open }, { ...READER, language: 'sl' }).body).toBe('Od 21:25 (15 minut).')
})

it.each([
  [1, '1 minuta'],
  [2, '2 minuti'],
  [3, '3 minute'],
  [120, '2 uri'],
  [2_880, '2 dneva'],
])('has the plural forms of the language: %d minutes', (minutes, lasted) => {
  const since = new Date(AT.getTime() - minutes * 60_000).toISOString()
  const { body } = wordsOf({ at: AT, data: { words: 'door_open', since } }, { ...READER, language: 'sl' })
  expect(body).toContain(lasted)
})

it('takes control characters and those that turn text from names [PK18]', () => {
  const name = 'Fr\u202eont\u0007 door\u2066'
  expect(wordsOf({ at: AT, data: { words: 'door_open', device: name } }, READER).title).toBe(
    'Front door is open',
  )
})
