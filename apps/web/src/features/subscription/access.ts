import { GRACE_DAYS, type Subscription } from '@senca/contract/billing'

const DAY_MS = 86_400_000

type Facts = Pick<Subscription, 'status' | 'accessUntil'>

/** Whether a subscription gives access now. An unpaid one still does until the provider ends it. */
export const givesAccess = ({ status, accessUntil }: Facts, now: Date): boolean =>
  status === 'paid' || ((status === 'canceled' || status === 'unpaid') && isAhead(accessUntil, now))

const isAhead = (moment: string | null, now: Date): boolean => moment !== null && new Date(moment) > now

/** When comfort scenarios stop or have stopped because the subscription ended; null if it has not ended. */
export function comfortEndOf(facts: Facts, now: Date): Date | null {
  const { status, accessUntil } = facts
  if (status === 'none' || accessUntil === null || givesAccess(facts, now)) return null
  return new Date(new Date(accessUntil).getTime() + GRACE_DAYS * DAY_MS)
}
