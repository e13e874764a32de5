import { circleOf, polygonOf, type WarningArea } from './warning-area.ts'
import { dangersOf, type NamedValue, type WarnedSource } from './warning-dangers.ts'
import { childrenOf, textOf, type XmlElement } from './xml-tree.ts'

/** One event of a warning in one language: where, when, and which alarms it raises. */
export interface WarningPart {
  sources: readonly WarnedSource[]
  areas: readonly WarningArea[]
  startsAt: Date
  endsAt: Date
  isExtreme: boolean
  /** The text for people, in the language of the service. */
  text: string
  language: string
}

/** The relevant part of a message of the Common Alerting Protocol 1.2 by OASIS: what raises and ends alarms. */
export interface CapMessage {
  /** Built from sender and identifier. */
  key: string
  /** The keys of the messages that this one replaces. */
  replaces: readonly string[]
  /** Empty for a message that is canceled or that warns of nothing relevant for shades. */
  parts: readonly WarningPart[]
}

const HOUR_MS = 3_600_000
/** The duration of a warning without an end. */
const ENDLESS_MS = 24 * HOUR_MS
/** A warning that claims to last longer is wrong, or will never be ended by anyone. */
const LONGEST_MS = 14 * 24 * HOUR_MS
const MAX_INFOS = 100
const MAX_TEXT_LENGTH = 200
const MAX_KEY_LENGTH = 500

/** A time in CAP must have a zone; JavaScript does not check this. */
function timeOf(text: string | null): Date | null {
  if (text === null || !/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at)
}

const keyOf = (sender: string, identifier: string): string | null => {
  const key = `${sender},${identifier}`
  return sender === '' || identifier === '' || key.length > MAX_KEY_LENGTH ? null : key
}

/** The format is "sender,identifier,sent sender,identifier,sent …"; an identifier contains neither spaces nor commas. */
const referencesOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap((word) => {
      const [sender = '', identifier = ''] = word.split(',')
      return keyOf(sender, identifier) ?? []
    })

const namedValues = (info: XmlElement, name: string): NamedValue[] =>
  childrenOf(info, name).map((element) => ({
    name: textOf(element, 'valueName') ?? '',
    value: textOf(element, 'value') ?? '',
  }))

const areasOf = (info: XmlElement): WarningArea[] =>
  childrenOf(info, 'area').flatMap((area) => [
    ...childrenOf(area, 'polygon').flatMap(({ text }) => polygonOf(text) ?? []),
    ...childrenOf(area, 'circle').flatMap(({ text }) => circleOf(text) ?? []),
  ])

const shortened = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length <= MAX_TEXT_LENGTH ? plain : `${plain.slice(0, MAX_TEXT_LENGTH - 1).trimEnd()}…`
}

function partOf(info: XmlElement, sent: Date): WarningPart | null {
  const severity = textOf(info, 'severity')
  if (severity !== 'Severe' && severity !== 'Extreme') return null
  const isOver =
    textOf(info, 'urgency') === 'Past' ||
    childrenOf(info, 'responseType').some(({ text }) => text === 'AllClear')
  if (isOver) return null
  const event = textOf(info, 'event') ?? ''
  const codes = namedValues(info, 'eventCode')
  const sources = dangersOf(event, { codes, parameters: namedValues(info, 'parameter') })
  const areas = areasOf(info)
  if (sources.length === 0 || areas.length === 0) return null
  const startsAt = timeOf(textOf(info, 'onset')) ?? timeOf(textOf(info, 'effective')) ?? sent
  const endsAt = timeOf(textOf(info, 'expires')) ?? new Date(startsAt.getTime() + ENDLESS_MS)
  const lasts = endsAt.getTime() - startsAt.getTime()
  if (lasts <= 0 || lasts > LONGEST_MS) return null
  return {
    sources,
    areas,
    startsAt,
    endsAt,
    isExtreme: severity === 'Extreme',
    text: shortened(textOf(info, 'headline') ?? event),
    language: textOf(info, 'language') ?? 'en-US',
  }
}

/** Parses an `alert`; null for a test, a draft, an answer, or an invalid message. */
export function readCapMessage(alert: XmlElement): CapMessage | null {
  const type = textOf(alert, 'msgType')
  const isRead = type === 'Alert' || type === 'Update' || type === 'Cancel'
  const sent = timeOf(textOf(alert, 'sent'))
  const key = keyOf(textOf(alert, 'sender') ?? '', textOf(alert, 'identifier') ?? '')
  if (!isRead || textOf(alert, 'status') !== 'Actual' || sent === null || key === null) return null
  const replaces = type === 'Alert' ? [] : referencesOf(textOf(alert, 'references'))
  const infos = type === 'Cancel' ? [] : childrenOf(alert, 'info').slice(0, MAX_INFOS)
  return {
    key,
    replaces: [...new Set(replaces)].filter((other) => other !== key),
    parts: infos.flatMap((info) => partOf(info, sent) ?? []),
  }
}
