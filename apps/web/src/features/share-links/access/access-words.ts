import type { AccessEntry } from '@senca/contract/links'
import type { TFunction } from 'i18next'
import { ownTimeZone } from '#features/sharing-model/local-time.ts'
import { spanOfTime, weekdayMoment } from '#i18n/moments.ts'

/** The number of windows that are written out; the others are only counted. */
const WRITTEN = 3
const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

/**
 * When somebody can use a device, one line each: "At any time", "Until Sun 21 Jun, 18:00", "Fri 19 Jun, 08:00–12:00", "and 2 more
 * times".
 */
export function accessWords(entry: AccessEntry, now: number, tag: string, t: TFunction): string[] {
  if (entry.state === 'paused') return [t('access.paused')]
  if (entry.kind === 'owner') return [t('access.always')]
  const isOnTheWhole = entry.windows.length === 1
  const written = entry.windows.slice(0, WRITTEN).map(({ from, until }) => {
    // The server sends the windows of one week. A single window that fills the whole week lasts until the link ends.
    const isCut = isOnTheWhole && Date.parse(until) - now >= WEEK_MS - MINUTE_MS
    const end = new Date(isCut ? (entry.expiresAt ?? until) : until)
    return Date.parse(from) <= now
      ? t('access.until', { when: weekdayMoment(end, tag, ownTimeZone()) })
      : spanOfTime(new Date(from), end, tag, ownTimeZone())
  })
  const more = entry.windows.length - written.length + (entry.moreWindows ?? 0)
  return more > 0 ? [...written, t('access.more', { count: more })] : written
}

/** The people who have access now, and those who will have it within the week; owners first. */
export function sortedAccess(entries: readonly AccessEntry[]): { now: AccessEntry[]; later: AccessEntry[] } {
  const rank = ({ kind }: AccessEntry): number => ['owner', 'role', 'link'].indexOf(kind)
  const begin = ({ windows }: AccessEntry): string => windows[0]?.from ?? ''
  const sorted = [...entries].sort((a, b) => rank(a) - rank(b) || begin(a).localeCompare(begin(b)))
  return { now: sorted.filter((entry) => entry.now), later: sorted.filter((entry) => !entry.now) }
}
