import { LIMITS } from '@senca/contract'

const DAY_MS = 86_400_000
/** Moving the end on at most this often keeps a session's row from being written with every request. */
const RENEW_AFTER_MS = DAY_MS

/** When a session ends unless it is used: 30 days on, but never more than 180 after it began. */
export function sessionEnd(createdAt: Date, now: Date): Date {
  const rolling = now.getTime() + LIMITS.SESSION_ROLLING_DAYS * DAY_MS
  const absolute = createdAt.getTime() + LIMITS.SESSION_ABSOLUTE_DAYS * DAY_MS
  return new Date(Math.min(rolling, absolute))
}

export const isDueForRenewal = (renewedAt: Date, now: Date): boolean =>
  now.getTime() - renewedAt.getTime() >= RENEW_AFTER_MS

/** Likewise for the time at which it was last seen. */
const SEE_AFTER_MS = 5 * 60_000

export const isDueForSeeing = (lastSeenAt: Date | null, now: Date): boolean =>
  lastSeenAt === null || now.getTime() - lastSeenAt.getTime() >= SEE_AFTER_MS
