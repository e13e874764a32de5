import type { SubscriptionPlanPrice } from '@senca/contract/billing'

const MONTHS = 12

/** Formats a price. `amount` is in minor units: cents for the euro; the yen has none. */
export function priceText(amount: number, currency: string, tag: string): string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** digits)
}

/** How much the yearly plan saves compared to twelve months, in whole percent; null if it saves nothing. */
export function savingOf(plans: readonly SubscriptionPlanPrice[]): number | null {
  const [monthly, yearly] = (['monthly', 'yearly'] as const).map((plan) =>
    plans.find((each) => each.plan === plan),
  )
  if (monthly === undefined || yearly === undefined || monthly.currency !== yearly.currency) return null
  const saved = Math.floor((1 - yearly.amount / (monthly.amount * MONTHS)) * 100)
  return saved > 0 ? saved : null
}
