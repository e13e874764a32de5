import { LIMITS } from '@senca/contract'

const DAY_MS = 86_400_000
/** The expiry is moved at most this often, so that the row is not written for every request. */
const RENEW_AFTER_MS = DAY_MS

/** When an unused session ends: after 30 days, but at most 180 days after it began. */
export function sessionEnd(createdAt: Date, now: Date): Date {
  const rolling = now.getTime() + LIMITS.SESSION_ROLLING_DAYS * DAY_MS
  const absolute = createdAt.getTime() + LIMITS.SESSION_ABSOLUTE_DAYS * DAY_MS
  return new Date(Math.min(rolling, absolute))
}

export const isDueForRenewal = (renewedAt: Date, now: Date): boolean =>
  now.getTime() - renewedAt.getTime() >= RENEW_AFTER_MS

/** The same for the time at which the session was last seen. */
const SEE_AFTER_MS = 5 * 60_000

export const isDueForSeeing = (lastSeenAt: Date | null, now: Date): boolean =>
  lastSeenAt === null || now.getTime() - lastSeenAt.getTime() >= SEE_AFTER_MS
