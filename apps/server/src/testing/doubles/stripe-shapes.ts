import { AMOUNTS, DAY_S, type Invoice, type Session, type Subscription } from './stripe-records.ts'

export const shownInvoice = (invoice: Invoice) => ({
  id: invoice.id,
  object: 'invoice',
  status: invoice.status,
  created: invoice.created,
  amount_paid: invoice.status === 'paid' ? invoice.amount : 0,
  parent: { type: 'subscription_details', subscription_details: { subscription: invoice.subscription } },
  payments: {
    data:
      invoice.charge === null
        ? []
        : [{ payment: { type: 'payment_intent', payment_intent: invoice.charge.payment_intent } }],
  },
})

/** A subscription in the form of Stripe's answers. Objects that are not expanded are given by id. */
export const shown = (subscription: Subscription, isExpanded = true) => ({
  id: subscription.id,
  object: 'subscription',
  status: subscription.status,
  customer: subscription.customer,
  created: subscription.created,
  start_date: subscription.created,
  metadata: subscription.metadata,
  trial_end: subscription.trialEnd,
  cancel_at_period_end: subscription.isCanceledAtEnd,
  cancel_at: subscription.cancelAt,
  ended_at: subscription.endedAt,
  default_payment_method: isExpanded
    ? { id: 'pm_1', object: 'payment_method', card: { fingerprint: subscription.card } }
    : 'pm_1',
  latest_invoice:
    subscription.invoice === null
      ? null
      : isExpanded
        ? shownInvoice(subscription.invoice)
        : subscription.invoice.id,
  items: {
    data: [
      {
        current_period_start: subscription.periodStart,
        current_period_end: subscription.periodEnd,
        price: {
          id: subscription.price,
          unit_amount: AMOUNTS[subscription.price] ?? 199,
          currency: 'eur',
          recurring: {
            interval: subscription.periodEnd - subscription.periodStart > 40 * DAY_S ? 'year' : 'month',
          },
        },
      },
    ],
  },
})

export const shownSession = ({ id, status, subscription }: Session, url: string) => ({
  id,
  object: 'checkout.session',
  status,
  subscription,
  url: status === 'open' ? `${url}/pay/${id}` : null,
})
