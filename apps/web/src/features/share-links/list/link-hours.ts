import type { DeviceLink } from '@senca/contract'
import { isInWindows, openIntervals } from '@senca/contract/link-windows'

const WEEK_MS = 7 * 86_400_000

type Timed = Pick<DeviceLink, 'state' | 'startsAt' | 'expiresAt' | 'windows' | 'timeZone'>

/** When the hours of a link start next; `never` if the link ends before that. */
export type Opening = Date | 'never'

/**
 * When a link that is outside of its hours starts to work. Null while it works, and for a link without hours or one that is over.
 */
export function nextOpening({ state, windows, timeZone, ...link }: Timed, now: Date): Opening | null {
  if (windows.length === 0 || (state !== 'active' && state !== 'upcoming')) return null
  const start = new Date(link.startsAt)
  const from = state === 'upcoming' && start > now ? start : now
  if (state === 'active' && isInWindows(windows, timeZone, from)) return null
  const end = new Date(link.expiresAt)
  // Every window repeats within a week, except one that is skipped by a clock change.
  const soon = new Date(Math.min(end.getTime(), from.getTime() + WEEK_MS))
  const firstOf = (until: Date) => openIntervals(windows, timeZone, { from, until })[0]?.from
  return firstOf(soon) ?? firstOf(end) ?? 'never'
}
