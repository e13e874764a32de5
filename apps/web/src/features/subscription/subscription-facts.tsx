import { STORE_NAMES, type Subscription, type SubscriptionPlanPrice } from '@senca/contract/billing'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { comfortEndOf, givesAccess } from './access.ts'
import { priceText } from './prices.ts'
import { sentence } from './sentence.ts'
import styles from './subscription.module.css'

const dayText = (moment: string | Date): string =>
  new Intl.DateTimeFormat(pageTag(), { dateStyle: 'long' }).format(new Date(moment))

/** What the state of a subscription means and what to do about it; null if nothing needs to be said. */
function useSubscriptionNote(subscription: Subscription): string | null {
  const { t } = useTranslation()
  const { status, trialEndsAt, accessUntil } = subscription
  const now = pageNow()
  if (status === 'paid')
    return trialEndsAt === null ? null : t('subscription.trialNote', { day: dayText(trialEndsAt) })
  if (status === 'unpaid' && accessUntil !== null && givesAccess(subscription, now))
    return t('subscription.unpaidNote', { day: dayText(accessUntil) })
  const comfortEnd = comfortEndOf(subscription, now)
  if (comfortEnd === null) return null
  const comfort =
    comfortEnd > now
      ? t('subscription.comfortUntil', { day: dayText(comfortEnd) })
      : t('subscription.comfortStopped')
  return status === 'unpaid' ? `${t('subscription.unpaidOver')} ${comfort}` : comfort
}

/** The current plan, its price, and the next date. */
export function SubscriptionFacts(props: {
  subscription: Subscription
  plans: readonly SubscriptionPlanPrice[] | undefined
}) {
  const { t } = useTranslation()
  const note = useSubscriptionNote(props.subscription)
  const { status, plan, provider, startDate, nextPaymentDate, trialEndsAt, accessUntil } = props.subscription
  if (plan === null || provider === null) return null
  const isTrial = status === 'paid' && trialEndsAt !== null
  const price = provider === 'web' ? props.plans?.find((each) => each.plan === plan) : undefined
  const isPaid = status === 'paid'
  const isOver = status === 'expired' || (status === 'unpaid' && !givesAccess(props.subscription, pageNow()))
  const facts = [
    { name: t('subscription.plan'), text: t(`subscription.plans.${plan}`) },
    {
      name: t('subscription.price'),
      text:
        price === undefined
          ? null
          : t(`subscription.per.${plan}`, { price: priceText(price.amount, price.currency, pageTag()) }),
    },
    { name: t('subscription.trialEnds'), text: isTrial ? dayText(trialEndsAt) : null },
    {
      name: t(isTrial ? 'subscription.first' : 'subscription.next'),
      text: isPaid && nextPaymentDate !== null ? dayText(nextPaymentDate) : null,
    },
    {
      name: t(isOver ? 'subscription.ended' : 'subscription.until'),
      text: isPaid || accessUntil === null ? null : dayText(accessUntil),
    },
    { name: t('subscription.since'), text: startDate === null ? null : dayText(startDate) },
    {
      name: t('subscription.bought'),
      text: provider === 'web' ? t('subscription.onWeb') : STORE_NAMES[provider],
    },
  ]
  return (
    <section className={styles.card}>
      <h2 className={styles.status} data-status={status}>
        {t(isTrial ? 'subscription.status.trial' : `subscription.status.${status}`)}
      </h2>
      {note !== null && <p>{sentence(note)}</p>}
      <dl className={styles.facts}>
        {facts.map(({ name, text }) =>
          text === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}

export { dayText }
