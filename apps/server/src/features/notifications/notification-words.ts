import { LANGUAGES, type Language, LIMITS } from '@senca/contract'
import { filled, reasonText } from '#features/confirmations/index.ts'
import type { NotificationData } from './notification.ts'
import { NOTIFICATION_TEXTS } from './notification-texts/index.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 1_440

/** Control characters, and those that turn the direction of the text after them. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A name as it may stand in a sentence. */
const clean = (name: string, max: number): string => {
  const text = name.replace(UNPRINTABLE, '').trim()
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`
}
const NAME_MAX = LIMITS.DEVICE_NAME_MAX_LENGTH

/** The first name, and how many others there are. */
function namesText(names: readonly string[]): string {
  const [first = '', ...others] = names.map((name) => clean(name, NAME_MAX))
  return others.length === 0 ? first : `${first} +${others.length}`
}

function lastedText(ms: number, tag: string): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  const [count, unit] =
    minutes < 2 * HOUR_MINUTES
      ? [minutes, 'minute']
      : minutes < 2 * DAY_MINUTES
        ? [Math.floor(minutes / HOUR_MINUTES), 'hour']
        : [Math.floor(minutes / DAY_MINUTES), 'day']
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

export interface Reading {
  language: Language
  /** The time zone of the home that the notification is about. */
  timezone: string
}

/** The title and the text of a notification, in the language of its reader and with the times of its home. */
export function wordsOf(
  { at, data }: { at: Date; data: NotificationData },
  { language, timezone }: Reading,
): { title: string; body: string } {
  const { tag } = LANGUAGES[language]
  const clock = new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  })
  const day = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  })
  const { words, device = '', devices = [], name = '', by = '', percent, reason } = data
  const since = data.since === undefined ? null : new Date(data.since)
  const isOfCommand = words === 'unlocked_late' || words === 'locked_late'
  const values = {
    device: clean(device, NAME_MAX),
    devices: namesText(devices),
    count: String(devices.length),
    name: clean(name, NAME_MAX),
    by: clean(by, 2 * NAME_MAX),
    time: clock.format(isOfCommand ? at : (since ?? at)),
    since: since === null ? '' : clock.format(since),
    lasted: since === null ? '' : lastedText(at.getTime() - since.getTime(), tag),
    until: data.until === undefined ? '' : day.format(new Date(data.until)),
    percent:
      percent === undefined ? '' : new Intl.NumberFormat(tag, { style: 'percent' }).format(percent / 100),
    reason: reason === undefined ? '' : reasonText(reason, language),
    what: reason === undefined ? '' : reasonText({ ...reason, value: null }, language),
  }
  const { title, body } = NOTIFICATION_TEXTS[language].words[words]
  return { title: filled(title, values), body: filled(body, values) }
}
