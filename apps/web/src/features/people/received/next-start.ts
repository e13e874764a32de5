import { openIntervals } from '@senca/contract/link-windows'
import type { ReceivedRole } from '@senca/contract/people'

const WEEK_MS = 7 * 86_400_000

/** When a role that cannot be used now can be used next; null if that is not known, as while its owner has paused it. */
export function nextStart(
  { state, validAfter, validBefore, windows = [], timeZone = 'UTC' }: ReceivedRole,
  now: Date,
): Date | null {
  if (state !== 'not_yet' && state !== 'between_hours') return null
  const start = validAfter === null ? now : new Date(validAfter)
  const from = start > now ? start : now
  if (windows.length === 0) return from
  const week = new Date(from.getTime() + WEEK_MS)
  const end = validBefore === null ? week : new Date(validBefore)
  return openIntervals(windows, timeZone, { from, until: end < week ? end : week })[0]?.from ?? null
}
