import { LANGUAGES, type Language } from '@senca/contract'
import type { LinkWindow } from '@senca/contract/links'
import type { MailContent } from '#features/mails/index.ts'
import { filled, writeNotice } from './mail-content.ts'
import { MAIL_TEXTS } from './mail-texts/index.ts'
import type { RoleNews } from './mail-texts/mail-texts.ts'

/** A Monday, used to format the names of weekdays. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const DAYS_PER_WEEK = 7

/** The e-mail that notifies somebody of what a role shares with them now, or that it has changed or ended. */
export function writeRoleMail(address: { to: string; language: Language }, news: RoleNews): MailContent {
  const { subjects, leads, emptied, may, from, until, hours, permissions } =
    MAIL_TEXTS[address.language].roles
  const { tag } = LANGUAGES[address.language]
  const { change, owner, role, validAfter, validBefore, windows } = news
  const list = (words: readonly string[]) => new Intl.ListFormat(tag).format(words)
  const time = new Intl.DateTimeFormat(tag, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: news.timezone,
  })
  const isEmptied = change === 'ended' && news.devices.length === 0
  const lead = filled(isEmptied ? emptied : leads[change], { owner, role, devices: list(news.devices) })
  if (change === 'ended') return writeNotice(address, subjects.ended, [lead])
  const times = [
    ...(validAfter === null ? [] : [filled(from, { time: time.format(validAfter) })]),
    ...(validBefore === null ? [] : [filled(until, { time: time.format(validBefore) })]),
    ...(windows === null ? [] : [filled(hours, { hours: hoursText(windows, address.language) })]),
  ]
  return writeNotice(address, subjects[change], [
    lead,
    filled(may, { permissions: list(news.permissions.map((permission) => permissions[permission])) }),
    ...times,
    ...(times.length === 0 ? [] : zoneText(news, address.language)),
  ])
}

/** "Mon, Tue 08:00–12:00; every day 18:00–20:00". */
function hoursText(windows: readonly LinkWindow[], language: Language): string {
  const { everyDay } = MAIL_TEXTS[language].roles
  const weekday = new Intl.DateTimeFormat(LANGUAGES[language].tag, { weekday: 'short', timeZone: 'UTC' })
  const nameOf = (day: number) => weekday.format(MONDAY + (day - 1) * DAY_MS)
  return windows
    .map(({ days, from, until }) => {
      const chosen = [...new Set(days)].toSorted()
      const names = chosen.length === DAYS_PER_WEEK ? everyDay : chosen.map(nameOf).join(', ')
      return `${names} ${from}–${until}`
    })
    .join('; ')
}

/** The time zone of the times, unless it is that of the reader's own home. */
function zoneText(
  { timezone, ownTimezone }: Pick<RoleNews, 'timezone' | 'ownTimezone'>,
  language: Language,
): string[] {
  if (timezone === ownTimezone) return []
  // The generic name of UTC would be an offset.
  const timeZoneName = timezone === 'UTC' ? 'long' : 'longGeneric'
  const parts = new Intl.DateTimeFormat(LANGUAGES[language].tag, {
    timeZone: timezone,
    timeZoneName,
  }).formatToParts(MONDAY)
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timezone
  return [filled(MAIL_TEXTS[language].roles.zone, { zone })]
}
