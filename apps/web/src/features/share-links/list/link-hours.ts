import type { DeviceLink } from '@senca/contract'
import { isInWindows, openIntervals } from '@senca/contract/link-windows'

const WEEK_MS = 7 * 86_400_000

type Timed = Pick<DeviceLink, 'state' | 'startsAt' | 'expiresAt' | 'windows' | 'timeZone'>

/** When a link next opens by its hours; `never` when it ends before. */
export type Opening = Date | 'never'

/** When a link that is closed by its hours opens; null while it is open, and for one that has no hours or is over. */
export function nextOpening({ state, windows, timeZone, ...link }: Timed, now: Date): Opening | null {
  if (windows.length === 0 || (state !== 'active' && state !== 'upcoming')) return null
  const start = new Date(link.startsAt)
  const from = state === 'upcoming' && start > now ? start : now
  if (state === 'active' && isInWindows(windows, timeZone, from)) return null
  const end = new Date(link.expiresAt)
  // Every window comes within a week, but for one whose only time is skipped by a clock.
  const soon = new Date(Math.min(end.getTime(), from.getTime() + WEEK_MS))
  const firstOf = (until: Date) => openIntervals(windows, timeZone, { from, until })[0]?.from
  return firstOf(soon) ?? firstOf(end) ?? 'never'
}
