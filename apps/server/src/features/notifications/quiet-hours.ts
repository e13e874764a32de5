import { openIntervals } from '@senca/contract/link-windows'
import type { NotificationLevel, QuietHours } from '@senca/contract/notifications'

/** Longer than the longest time between two days of a week. */
const AHEAD_MS = 8 * 86_400_000

/**
 * Until when a push waits, by the quiet hours of its reader in the time zone of the home that it is about; null if it does not
 * [PK17].
 */
export function quietUntil(
  quiet: QuietHours | null | undefined,
  { level, timezone, at }: { level: NotificationLevel; timezone: string; at: Date },
): Date | null {
  if (quiet == null || (level === 'must' && quiet.must)) return null
  const { must: _, ...hours } = quiet
  const [open] = openIntervals([hours], timezone, {
    from: at,
    until: new Date(at.getTime() + AHEAD_MS),
  })
  return open !== undefined && open.from.getTime() <= at.getTime() ? open.until : null
}
