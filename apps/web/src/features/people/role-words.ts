import type { ReceivedRole } from '@senca/contract/people'
import type { TFunction } from 'i18next'
import { windowsWords, zoneWords } from '#features/sharing-model/hours-words.ts'
import { ownTimeZone } from '#features/sharing-model/local-time.ts'
import { fullMoment, spanOfTime, weekdayMoment } from '#i18n/moments.ts'

type Timed = Pick<ReceivedRole, 'validAfter' | 'validBefore' | 'windows' | 'timeZone'>

const SOON_MS = 300 * 86_400_000

/** A moment as text, with the year if it is not obvious. */
const momentWords = (moment: Date, now: Date, tag: string): string =>
  Math.abs(moment.getTime() - now.getTime()) < SOON_MS
    ? weekdayMoment(moment, tag, ownTimeZone())
    : fullMoment(moment, tag, ownTimeZone())

/**
 * The validity as text: "No end", "Until Sun 22 Nov, 18:00", "From Fri 20 Nov, 08:00", "Fri 20 Nov, 08:00 – Sun 22 Nov, 18:00".
 */
export function validityWords(
  { validAfter, validBefore }: Timed,
  now: Date,
  tag: string,
  t: TFunction,
): string {
  const from = validAfter === null ? null : new Date(validAfter)
  const until = validBefore === null ? null : new Date(validBefore)
  const isAhead = from !== null && from > now
  if (until === null)
    return isAhead ? t('people.from', { when: momentWords(from, now, tag) }) : t('people.noEnd')
  return isAhead
    ? spanOfTime(from, until, tag, ownTimeZone())
    : t('people.until', { when: momentWords(until, now, tag) })
}

/** The hours of a role, one line each, with the time zone if it is not that of the reader. */
export function hoursWords({ windows = [], timeZone }: Timed, tag: string, t: TFunction): string[] {
  const lines = windowsWords(windows, tag, t)
  if (lines.length === 0 || timeZone === undefined || timeZone === ownTimeZone()) return lines
  return [...lines, t('links.zone', { zone: zoneWords(timeZone) })]
}
