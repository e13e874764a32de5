import {
  GRACE_DAYS,
  type Subscription,
  type SubscriptionPlan,
  type SubscriptionProvider,
  type SubscriptionStatus,
} from '@senca/contract/billing'

/** The state of a subscription at its shop. A pending one is not paid yet and gives no access. */
export const STANDINGS = ['pending', 'paid', 'unpaid', 'ended'] as const
export type Standing = (typeof STANDINGS)[number]

/** Why a subscription ended for good: it was refunded, or another one replaced it. */
export const ENDINGS = ['refund', 'replaced'] as const
type Ending = (typeof ENDINGS)[number]

/** A subscription in the form common to all shops. */
export interface Purchase {
  provider: SubscriptionProvider
  /** For Stripe the id of the subscription, for Google the purchase token, for Apple the original transaction id. */
  reference: string
  plan: SubscriptionPlan
  standing: Standing
  startedAt: Date
  /** The end of access as far as the shop has reported it. */
  accessUntil: Date
  /** Set during the trial. */
  trialEndsAt: Date | null
  /** False after cancellation. */
  willRenew: boolean
  endedFor: Ending | null
}

/** The plan with this product name at a shop; null for another product. */
export function planOf(
  name: string,
  { monthly, yearly }: Readonly<Record<SubscriptionPlan, string>>,
): SubscriptionPlan | null {
  if (name === monthly) return 'monthly'
  return name === yearly ? 'yearly' : null
}

const DAY_MS = 86_400_000

/**
 * The subscription after a reading from its shop. One that was refunded or replaced has ended, whatever is reported later;
 * everything else is taken from the newest reading.
 */
export function nextPurchase(before: Purchase | null, word: Purchase): Purchase {
  const endedFor = before?.endedFor ?? word.endedFor
  if (endedFor === null) return word
  const isFirst = before?.endedFor == null
  return {
    ...word,
    endedFor,
    standing: 'ended',
    willRenew: false,
    accessUntil: isFirst ? word.accessUntil : before.accessUntil,
  }
}

export function statusOf(purchase: Purchase, now: Date): SubscriptionStatus {
  const { standing, accessUntil, willRenew } = purchase
  if (standing === 'pending') return 'none'
  if (standing === 'ended') return 'expired'
  if (!willRenew) return accessUntil > now ? 'canceled' : 'expired'
  return standing
}

/** An unpaid subscription gives access until its shop ends it. A paid one whose renewal was not reported yet does too. */
export function hasAccess(purchase: Purchase, now: Date): boolean {
  const status = statusOf(purchase, now)
  return status === 'paid' || status === 'canceled' || (status === 'unpaid' && purchase.accessUntil > now)
}

/** Whether no other subscription may be started: it is neither expired nor pending. */
export const isLive = (purchase: Purchase, now: Date): boolean =>
  ['paid', 'unpaid', 'canceled'].includes(statusOf(purchase, now))

const rankOf = (purchase: Purchase, now: Date): number => {
  if (hasAccess(purchase, now)) return 3
  if (isLive(purchase, now)) return 2
  return purchase.standing === 'pending' ? 0 : 1
}

/** The relevant subscription of an account: a live one, or else the one that lasted longest; null for none. */
export function currentOf<P extends Purchase>(purchases: readonly P[], now: Date): P | null {
  const [current] = purchases
    .filter(({ standing }) => standing !== 'pending')
    .toSorted(
      (one, other) =>
        rankOf(other, now) - rankOf(one, now) ||
        other.accessUntil.getTime() - one.accessUntil.getTime() ||
        (one.reference < other.reference ? -1 : 1),
    )
  return current ?? null
}

/** What an account may use. */
export interface Entitlement {
  hasAccess: boolean
  /** When comfort scenarios stop or stopped; null while there is access, and if there never was any. */
  comfortUntil: Date | null
}

export const FREE: Entitlement = { hasAccess: true, comfortUntil: null }

export function entitlementOf(purchases: readonly Purchase[], now: Date): Entitlement {
  const current = currentOf(purchases, now)
  if (current === null) return { hasAccess: false, comfortUntil: null }
  if (hasAccess(current, now)) return FREE
  return { hasAccess: false, comfortUntil: new Date(current.accessUntil.getTime() + GRACE_DAYS * DAY_MS) }
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** The answer of `subscription/info`. `manageUrlOf` returns the page on which a store lets people manage their subscription. */
export function describe(
  purchases: readonly Purchase[],
  {
    now,
    accountToken,
    manageUrlOf,
  }: { now: Date; accountToken: string; manageUrlOf(purchase: Purchase): string | null },
): Subscription {
  const current = currentOf(purchases, now)
  const common = { isBillingOn: true, accountToken } as const
  if (current === null)
    return {
      ...common,
      status: 'none',
      plan: null,
      provider: null,
      startDate: null,
      nextPaymentDate: null,
      trialEndsAt: null,
      isCanceled: false,
      accessUntil: null,
      canChoosePlan: true,
    }
  const status = statusOf(current, now)
  const manageUrl = manageUrlOf(current)
  const isOver = status === 'expired'
  return {
    ...common,
    status,
    plan: current.plan,
    provider: current.provider,
    startDate: iso(current.startedAt),
    nextPaymentDate:
      status === 'paid' || (status === 'unpaid' && current.accessUntil > now)
        ? iso(current.accessUntil)
        : null,
    trialEndsAt:
      !isOver && current.trialEndsAt !== null && current.trialEndsAt > now ? iso(current.trialEndsAt) : null,
    isCanceled: !current.willRenew,
    accessUntil: iso(current.accessUntil),
    canChoosePlan: isOver,
    ...(manageUrl === null ? {} : { manageUrl }),
  }
}

const GRACE_MAILS = [0, 7, 13] as const
const TRIAL_ENDS_DAYS = 3

/** The e-mails to the owner of a subscription. Each is sent once, while it is still true. */
export type BillingMail = 'payment_failed' | 'trial_ends' | `grace_${(typeof GRACE_MAILS)[number]}`

/** The text that is stored for a sent e-mail. It contains the period, so the e-mail is sent again in another period. */
export const mailKeyOf = (what: string, { accessUntil }: Purchase): string =>
  `${what} ${accessUntil.toISOString().slice(0, 10)}`

/**
 * The e-mail to send about the relevant subscription of an account. If several grace days were missed, only the last one is sent.
 */
export function mailOf(purchase: Purchase, notified: readonly string[], now: Date): BillingMail | null {
  const fresh = (mail: BillingMail) => (notified.includes(mailKeyOf(mail, purchase)) ? null : mail)
  const status = statusOf(purchase, now)
  if (status === 'paid' && purchase.trialEndsAt !== null) {
    const left = purchase.trialEndsAt.getTime() - now.getTime()
    return left > 0 && left <= TRIAL_ENDS_DAYS * DAY_MS ? fresh('trial_ends') : null
  }
  if (status === 'unpaid' && hasAccess(purchase, now)) return fresh('payment_failed')
  if (hasAccess(purchase, now) || status === 'none') return null
  const days = (now.getTime() - purchase.accessUntil.getTime()) / DAY_MS
  if (days < 0 || days >= GRACE_DAYS) return null
  const day = GRACE_MAILS.findLast((each) => each <= days)
  return day === undefined ? null : fresh(`grace_${day}`)
}
