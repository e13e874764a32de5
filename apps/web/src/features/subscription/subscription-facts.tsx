import { STORE_NAMES, type Subscription, type SubscriptionPlanPrice } from '@senca/contract/billing'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { priceText } from './prices.ts'
import styles from './subscription.module.css'

const dayText = (moment: string): string =>
  new Intl.DateTimeFormat(pageTag(), { dateStyle: 'long' }).format(new Date(moment))

/** What one has, what it costs, and what comes next. */
export function SubscriptionFacts(props: {
  subscription: Subscription
  plans: readonly SubscriptionPlanPrice[] | undefined
}) {
  const { t } = useTranslation()
  const { status, plan, provider, startDate, nextPaymentDate, trialEndsAt, accessUntil } = props.subscription
  if (plan === null || provider === null) return null
  const isTrial = status === 'paid' && trialEndsAt !== null
  const price = provider === 'web' ? props.plans?.find((each) => each.plan === plan) : undefined
  const isEnding = status === 'canceled' || status === 'expired'
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
    { name: t('subscription.next'), text: nextPaymentDate === null ? null : dayText(nextPaymentDate) },
    {
      name: t(status === 'expired' ? 'subscription.ended' : 'subscription.until'),
      text: isEnding && accessUntil !== null ? dayText(accessUntil) : null,
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
