import { LANGUAGES, type Language, LIMITS } from '@senca/contract'
import type { PushContent } from '@senca/contract/push'
import { filled, reasonText } from '#features/confirmations/index.ts'
import { NOTIFICATION_TEXTS } from './notification-texts/index.ts'
import {
  ENDED_WORDS,
  type EndedWords,
  type NotificationWords,
} from './notification-texts/notification-texts.ts'
import type { StoredNotification } from './notifications.store.ts'

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

/** What a title is shortened by, so that it fits after a word. */
const SHORTENED = 12

const FORMATS_MAX = 500
const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because a format takes longer to make than a thousand texts, and much memory. */
function formatOf(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${options.day} ${options.timeZone}`
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size >= FORMATS_MAX) formats.clear()
  const made = new Intl.DateTimeFormat(tag, options)
  formats.set(key, made)
  return made
}

const clockOf = (tag: string, timeZone: string) =>
  formatOf(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })

const dayOf = (tag: string, timeZone: string) =>
  formatOf(tag, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })

export interface Words {
  title: string
  body: string
}

export interface Reading {
  language: Language
  /** The time zone of the home that the notification is about. */
  timezone: string
}

type Worded = Pick<StoredNotification, 'at' | 'data'>

/** The words of a notification with what its texts are filled with. */
function valuesOf({ at, data }: Worded, { language, timezone }: Reading) {
  const { tag } = LANGUAGES[language]
  const clock = clockOf(tag, timezone)
  const { words, device = '', devices = [], name = '', by = '', percent, reason } = data
  const since = data.since === undefined ? null : new Date(data.since)
  const isOfCommand = words === 'unlocked_late' || words === 'locked_late'
  return {
    device: clean(device, NAME_MAX),
    devices: namesText(devices),
    count: String(devices.length),
    name: clean(name, NAME_MAX),
    by: clean(by, 2 * NAME_MAX),
    time: clock.format(isOfCommand ? at : (since ?? at)),
    since: since === null ? '' : clock.format(since),
    lasted: since === null ? '' : lastedText(at.getTime() - since.getTime(), tag),
    until: data.until === undefined ? '' : dayOf(tag, timezone).format(new Date(data.until)),
    percent: percent === undefined ? '' : `${percent}\u202F%`,
    reason: reason === undefined ? '' : reasonText(reason, language),
    what: reason === undefined ? '' : reasonText({ ...reason, value: null }, language),
  }
}

const textOf = ({ title, body }: Words, values: Record<string, string>): Words => ({
  title: filled(title, values),
  body: filled(body, values),
})

/** The title and the text of a notification, in the language of its reader and with the times of its home. */
export function wordsOf(entry: Worded, reading: Reading): Words {
  return textOf(NOTIFICATION_TEXTS[reading.language].words[entry.data.words], valuesOf(entry, reading))
}

/** The texts with the name of a role or link, which a lock screen shows only where its owner chose so. */
const WITH_SHARED_NAMES: ReadonlySet<NotificationWords> = new Set([
  'link_used',
  'link_blocked',
  'role_used',
  'role_given',
  'role_changed',
  'role_ended',
])

const ADDRESS = /\S@\S/

/**
 * What a lock screen may show of a notification [PK19]: never the address of a person, persons and the names of links and roles only
 * with `full`.
 */
export function pushWordsOf(entry: Worded, reading: Reading, content: PushContent): Words {
  const { push } = NOTIFICATION_TEXTS[reading.language]
  if (content === 'discreet') return push.discreet
  const { words, by = '', name = '' } = entry.data
  const written = wordsOf(entry, reading)
  const isNamed = WITH_SHARED_NAMES.has(words) && name !== ''
  const isOfPerson = by !== '' || isNamed
  const hasAddress = [by, name].some((text) => ADDRESS.test(text))
  if (!isOfPerson || (content === 'full' && !hasAddress)) return written
  const values = valuesOf(entry, reading)
  const isShown = content === 'full' && isNamed && !ADDRESS.test(name)
  return { title: written.title, body: filled(isShown ? push.named : push.personless, values) }
}

const ENDED: ReadonlySet<string> = new Set(ENDED_WORDS)
const isEnded = (kind: string): kind is EndedWords => ENDED.has(kind)

/** What a push says when something is over that must not be missed [PK17]. */
export function endedWordsOf(
  { kind, at, data, endedAt }: Pick<StoredNotification, 'kind' | 'at' | 'data' | 'endedAt'>,
  reading: Reading,
  content: PushContent,
): Words {
  const { push } = NOTIFICATION_TEXTS[reading.language]
  if (content === 'discreet') return push.discreet
  const { tag } = LANGUAGES[reading.language]
  const end = endedAt ?? at
  const since = data.since === undefined ? at : new Date(data.since)
  const { title } = wordsOf({ at, data }, reading)
  const isOfHome = data.words === 'devices_offline'
  const text = push.ended[isEnded(kind) && !isOfHome ? kind : 'other']
  return textOf(text, {
    ...valuesOf({ at, data }, reading),
    title: clean(title, LIMITS.NOTIFICATION_TITLE_MAX_LENGTH - SHORTENED),
    time: clockOf(tag, reading.timezone).format(end),
    lasted: lastedText(end.getTime() - since.getTime(), tag),
  })
}

/** The title of a notification of somebody else's home, whose name says which one. */
export const atHome = (title: string, home: string, language: Language): string =>
  clean(
    filled(NOTIFICATION_TEXTS[language].push.atHome, { home: clean(home, NAME_MAX), title }),
    LIMITS.NOTIFICATION_TITLE_MAX_LENGTH + NAME_MAX,
  )
