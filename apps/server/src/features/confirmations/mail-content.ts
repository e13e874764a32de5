import { LANGUAGES, type Language } from '@senca/contract'
import type { SafetyReason } from '@senca/contract/automation'
import type { MailContent } from '#features/mails/index.ts'
import type { Purpose } from './confirmations.store.ts'
import { button, codeParagraph, page, plainLink, textParagraph } from './mail-layout.ts'
import { MAIL_TEXTS } from './mail-texts/index.ts'
import type {
  BridgeChange,
  BridgeDoorChange,
  CredentialChange,
  DirectionSetting,
} from './mail-texts/mail-texts.ts'

interface MailParts {
  purpose: Purpose
  to: string
  language: Language
  publicUrl: string
  /** For a link. */
  token?: string
  /** Six digits. The prefix is known only to the requester. */
  code?: string
  /** Additional paragraphs before the one for people who did not request the e-mail. */
  notes?: readonly string[]
}

/** The URL of each link without the token. */
const PLACES: Record<Purpose, string> = {
  confirm: '/confirmaccount?token=',
  reset: '/resetpassword?token=',
  add_password: '/addpassword?request=',
  delete: '/deleteaccount?token=',
}

/** The e-mail with a link or a code, as plain text and as HTML without external content. */
export function writeMail(parts: MailParts): MailContent {
  const { purpose, to, language, publicUrl, token, code, notes = [] } = parts
  const { purposes, copyLink, linkLife, enterCode, codeLife } = MAIL_TEXTS[language]
  const { subject, lead, action, unasked } = purposes[purpose]
  if (code !== undefined) {
    return {
      to,
      subject,
      text: plain([lead, enterCode, code, codeLife, ...notes, unasked]),
      html: page(language, subject, [
        textParagraph(lead),
        textParagraph(enterCode),
        codeParagraph(code),
        textParagraph(codeLife, 'ink-2'),
        ...notes.map((note) => textParagraph(note)),
        textParagraph(unasked, 'ink-2'),
      ]),
      token: code,
    }
  }
  const link = `${publicUrl}${PLACES[purpose]}${token}`
  return writeLinkMail({
    to,
    language,
    subject,
    before: [lead],
    action,
    link,
    after: [linkLife, ...notes, unasked],
    copyLink,
  })
}

/** Devices that somebody wants to give to the reader. */
export interface TransferMail {
  /** The e-mail address of the giver. */
  from: string
  /** Device names. */
  devices: readonly string[]
  token: string
  publicUrl: string
}

/** Notifies the receiver of a transfer what it includes, with the link to accept it. */
export function writeTransferMail(
  address: { to: string; language: Language },
  { from, devices, token, publicUrl }: TransferMail,
): MailContent {
  const { copyLink, transfer } = MAIL_TEXTS[address.language]
  const { subject, lead, comesAlong, action, life, unasked } = transfer
  const { tag } = LANGUAGES[address.language]
  const named = new Intl.ListFormat(tag).format(devices.map((name) => filled(transfer.quoted, { name })))
  return writeLinkMail({
    ...address,
    subject,
    before: [filled(lead, { from, devices: named }), comesAlong],
    action,
    link: `${publicUrl}/transfer?token=${token}`,
    after: [life, unasked],
    copyLink,
  })
}

interface LinkMail {
  to: string
  language: Language
  subject: string
  /** Paragraphs above the button, and below it (`after`). */
  before: string[]
  after: string[]
  action: string
  link: string
  copyLink: string
}

function writeLinkMail({
  to,
  language,
  subject,
  before,
  action,
  link,
  after,
  copyLink,
}: LinkMail): MailContent {
  return {
    to,
    subject,
    text: plain([...before, `${action}:\n${link}`, ...after]),
    html: page(language, subject, [
      ...before.map((text) => textParagraph(text)),
      button(action, link),
      ...after.map((text) => textParagraph(text, 'ink-2')),
      plainLink(copyLink, link),
    ]),
    token: link,
  }
}

/** Notifies the owner of a device of a factory reset, which enables the code on its label. */
export function writeFactoryResetMail(parts: {
  to: string
  language: Language
  device: string
}): MailContent {
  const { device, ...address } = parts
  const { subject, lead, ifGivenAway, ifNot } = MAIL_TEXTS[parts.language].factoryReset
  return writeNotice(address, subject, [filled(lead, { device }), ifGivenAway, ifNot])
}

/** A change of a weather or security scenario, for an owner who may not have seen it. */
export interface SafetyNews {
  scenario: string
  at: Date
  timezone: string
  reason: SafetyReason
  isSensorSilent: boolean
  /** Device names. */
  moved: readonly string[]
  /** Devices that are not in a safe position. */
  astray: readonly string[]
  /** Devices that were sent there and do not confirm it. */
  unconfirmed: readonly string[]
}

/** The gravest news first. */
function safetySubjectOf({ astray, unconfirmed, isSensorSilent }: SafetyNews) {
  if (astray.length > 0) return 'failed'
  if (isSensorSilent) return 'silent'
  return unconfirmed.length > 0 ? 'unconfirmed' : 'moved'
}

/** Notifies an owner of what was moved to safety and why, what is not safe, and that a sensor is silent. */
export function writeSafetyMail(address: { to: string; language: Language }, news: SafetyNews): MailContent {
  const { language } = address
  const { subjects, why, broughtIn, notIn, silence, unconfirmed: notConfirmed } = MAIL_TEXTS[language].safety
  const { tag } = LANGUAGES[language]
  const list = (names: readonly string[]) => new Intl.ListFormat(tag).format(names)
  const time = new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: news.timezone,
  }).format(news.at)
  const { moved, astray, unconfirmed, isSensorSilent, scenario } = news
  const reason = reasonText(news.reason, language)
  const subject = safetySubjectOf(news)
  return writeNotice(address, subjects[subject], [
    isSensorSilent ? filled(silence, { what: reason }) : filled(why, { time, reason, scenario }),
    ...(moved.length > 0 ? [filled(broughtIn, { devices: list(moved) })] : []),
    ...(astray.length > 0 ? [filled(notIn, { devices: list(astray) })] : []),
    ...(unconfirmed.length > 0 ? [filled(notConfirmed, { devices: list(unconfirmed) })] : []),
  ])
}

/** Somebody else allowed or forbade the weather to move devices; `until` is null if it may move them again. */
export interface WeatherAutomaticNews {
  /** An e-mail address. */
  who: string
  /** Device names. */
  devices: readonly string[]
  until: Date | null
  timezone: string
}

/** Notifies an owner that somebody else switched the weather automation off or on. */
export function writeWeatherAutomaticMail(
  address: { to: string; language: Language },
  { who, devices, until, timezone }: WeatherAutomaticNews,
): MailContent {
  const { language } = address
  const { subjects, off, on, instead } = MAIL_TEXTS[language].weatherAutomatic
  const { tag } = LANGUAGES[language]
  const names = new Intl.ListFormat(tag).format(devices)
  if (until === null) return writeNotice(address, subjects.on, [filled(on, { who, devices: names }), instead])
  const moment = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  }).format(until)
  return writeNotice(address, subjects.off, [filled(off, { who, devices: names, until: moment }), instead])
}

/** Somebody else changed settings that decide which way a shade moves. */
export interface SafetySettingsNews {
  /** An e-mail address. */
  who: string
  device: string
  settings: readonly DirectionSetting[]
}

/** Notifies an owner of settings that somebody else has changed, because protection depends on them. */
export function writeSafetySettingsMail(
  address: { to: string; language: Language },
  { who, device, settings }: SafetySettingsNews,
): MailContent {
  const { subject, lead, check, names } = MAIL_TEXTS[address.language].safetySettings
  const { tag } = LANGUAGES[address.language]
  const list = new Intl.ListFormat(tag).format(settings.map((setting) => names[setting]))
  return writeNotice(address, subject, [filled(lead, { who, device, settings: list }), check])
}

/** Notifies an owner of MQTT logins that were created or replaced. */
export function writeMqttLoginsMail(
  address: { to: string; language: Language },
  names: readonly string[],
): MailContent {
  const { subject, lead, ifNot } = MAIL_TEXTS[address.language].mqttLogins
  const list = new Intl.ListFormat(LANGUAGES[address.language].tag).format(names)
  return writeNotice(address, subject, [filled(lead, { names: list }), ifNot])
}

/** What happened to a connected app, or that it ends. */
export type BridgeNews = { name: string } & (
  | { change: Exclude<BridgeChange, 'ends' | 'paired' | 'unpaired'> }
  | { change: 'paired' | 'unpaired'; ecosystem: string }
  | { change: 'ends'; endsAt: Date }
)

/** Notifies the owner of an account of a connected app. */
export function writeBridgeMail(
  { to, language }: { to: string; language: Language },
  news: BridgeNews,
): MailContent {
  const { subjects, leads, ifNot, connectAgain } = MAIL_TEXTS[language].bridges
  const day = (date: Date) =>
    new Intl.DateTimeFormat(LANGUAGES[language].tag, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
  const date = news.change === 'ends' ? day(news.endsAt) : ''
  // In some languages a date ends with a full stop, and the sentence may end there too.
  const ecosystem = 'ecosystem' in news ? news.ecosystem : ''
  const lead = filled(leads[news.change], { name: news.name, date, ecosystem }).replaceAll('..', '.')
  const next = news.change === 'ends' ? [connectAgain] : news.change === 'reused' ? [] : [ifNot]
  return writeNotice({ to, language }, subjects[news.change], [lead, ...next])
}

/** Notifies the owner of an account of a change of what it logs in with; `name` is that of the passkey. */
export function writeCredentialMail(
  address: { to: string; language: Language },
  { change, name = '' }: { change: CredentialChange; name?: string },
): MailContent {
  const { subjects, leads, ifNot } = MAIL_TEXTS[address.language].credentials
  return writeNotice(address, subjects[change], [filled(leads[change], { name }), ifNot])
}

/** A change of what a bridge may do with a door, or something that it did there. */
export interface BridgeDoorNews {
  change: BridgeDoorChange
  app: string
  device?: string
}

/** Notifies the owner of a bridge of what it may unlock, or of what went wrong there. */
export function writeBridgeDoorMail(
  address: { to: string; language: Language },
  { change, app, device = '' }: BridgeDoorNews,
): MailContent {
  const { subjects, leads, ifNot } = MAIL_TEXTS[address.language].bridgeDoors
  return writeNotice(address, subjects[change], [filled(leads[change], { app, device }), ifNot])
}

/** A lock that carried out a command late. */
export interface LateDoorNews {
  device: string
  action: 'unlocked' | 'locked'
  at: Date
  sentAt: Date
  timezone: string
}

/** Notifies the owner of a door that its lock carried out a command late. */
export function writeLateDoorMail(
  address: { to: string; language: Language },
  { device, action, at, sentAt, timezone }: LateDoorNews,
): MailContent {
  const { subject, leads, check } = MAIL_TEXTS[address.language].lateDoor
  const time = new Intl.DateTimeFormat(LANGUAGES[address.language].tag, {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: timezone,
  })
  const lead = filled(leads[action], { device, at: time.format(at), sentAt: time.format(sentAt) })
  return writeNotice(address, subject, [lead, check])
}

/** Wind is given in km/h, which people understand better than m/s. */
const KMH = 3.6
const UNITS: Readonly<Record<string, (value: number, tag: string) => string>> = {
  'm/s': (value, tag) =>
    new Intl.NumberFormat(tag, {
      style: 'unit',
      unit: 'kilometer-per-hour',
      maximumFractionDigits: 0,
    }).format(value * KMH),
  '%': (value, tag) => `${new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }).format(value)}\u202f%`,
  '°C': (value, tag) => new Intl.NumberFormat(tag, { style: 'unit', unit: 'celsius' }).format(value),
}

/** "gusts 50 km/h, limit 37 km/h"; for an alarm its name, for a silent sensor its measurement. */
export function reasonText(
  { measurement, value, unit, threshold }: SafetyReason,
  language: Language,
): string {
  const { what: names, limited } = MAIL_TEXTS[language].safety
  const { tag } = LANGUAGES[language]
  const known: Readonly<Record<string, string>> = names
  const what = known[measurement] ?? measurement
  if (value === null || threshold === null || unit === null) return what
  const text = (number: number) =>
    UNITS[unit]?.(number, tag) ??
    `${new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(number)}\u00a0${unit}`
  return filled(limited, { what, value: text(value), limit: text(threshold) })
}

/** Replaces with a function, because a name may contain `$` patterns of `replace`. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/{{(\w+)}}/g, (place, name: string) => values[name] ?? place)

/** An e-mail of plain paragraphs, without a link or a code. */
export const writeNotice = (
  { to, language }: { to: string; language: Language },
  subject: string,
  paragraphs: string[],
): MailContent => ({
  to,
  subject,
  text: plain(paragraphs),
  html: page(
    language,
    subject,
    paragraphs.map((each) => textParagraph(each)),
  ),
  token: '',
})

const plain = (paragraphs: string[]): string => `${[...paragraphs, 'Senca'].join('\n\n')}\n`
