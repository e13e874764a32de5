import type { SubscriptionPlan, SubscriptionPlanPrice } from '@senca/contract/billing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { RadioList } from '#ui/forms/radio-list.tsx'
import { paymentText } from './payment-text.ts'
import { priceText, savingOf } from './prices.ts'
import styles from './subscription.module.css'
import { openCheckout } from './subscription.ts'

/** The plans with their prices, and how much the yearly plan saves. The payment is made on a page of the payment provider. */
export function PlanChoice({ plans }: { plans: readonly SubscriptionPlanPrice[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<SubscriptionPlan | null>(plans[0]?.plan ?? null)
  const checkout = useServerCall({
    send: openCheckout,
    onDone: ({ url }) => location.assign(url),
    onFailure: (failure) => paymentText(failure, t),
  })
  const saving = savingOf(plans)
  const plan = plans.find((each) => each.plan === chosen)
  const textOf = ({ plan: name, amount, currency }: SubscriptionPlanPrice) =>
    t(`subscription.per.${name}`, { price: priceText(amount, currency, pageTag()) })
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('subscription.choose')}</h2>
      <RadioList
        label={t('subscription.choose')}
        value={chosen}
        options={plans.map((each) => ({
          value: each.plan,
          label: `${t(`subscription.plans.${each.plan}`)}: ${textOf(each)}`,
          ...(each.plan === 'yearly' && saving !== null
            ? {
                note: t('subscription.saves', {
                  percent: t('card.percent', { value: saving }),
                }),
              }
            : {}),
        }))}
        onChange={setChosen}
      />
      {plan !== undefined && (
        <>
          <p className={styles.note}>
            {plan.trialDays > 0
              ? t('subscription.free', { days: plan.trialDays, price: textOf(plan) })
              : t('subscription.atOnce', { price: textOf(plan) })}
          </p>
          <Button
            variant="primary"
            wide
            loading={checkout.isSending || checkout.isDone}
            onClick={() => checkout.send(plan.plan)}
          >
            {t(plan.trialDays > 0 ? 'subscription.startTrial' : 'subscription.subscribe')}
          </Button>
          <p className={styles.note}>{t('subscription.card', { shop: 'Stripe' })}</p>
        </>
      )}
    </section>
  )
}
