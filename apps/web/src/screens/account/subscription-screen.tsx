import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PaymentAwaited } from '#features/subscription/payment-awaited.tsx'
import { paymentText } from '#features/subscription/payment-text.ts'
import { PlanChoice } from '#features/subscription/plan-choice.tsx'
import { followedSubscriptionQuery, plansQuery } from '#features/subscription/subscription.ts'
import { SubscriptionActions } from '#features/subscription/subscription-actions.tsx'
import { SubscriptionFacts } from '#features/subscription/subscription-facts.tsx'
import { usePaymentReturn } from '#features/subscription/use-payment-return.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { AccountPage } from './account-page.tsx'

/** The subscription of the account, or the plans that it can subscribe to. */
export default function SubscriptionScreen() {
  const { t } = useTranslation()
  const info = useQuery(followedSubscriptionQuery)
  const plans = useQuery(plansQuery)
  const words = { ...useLoadedWords(), reasonOf: (error: Error) => paymentText(error, t) }
  const { isBack, askAgain } = usePaymentReturn()
  return (
    <AccountPage title={t('subscription.title')} intro={t('subscription.intro')}>
      <Loaded query={info} words={words}>
        {(subscription) => (
          <>
            {isBack !== 'none' && <PaymentAwaited isLate={isBack === 'late'} onAskAgain={askAgain} />}
            <SubscriptionFacts subscription={subscription} plans={plans.data} />
            {subscription.canChoosePlan && isBack === 'none' && (
              <Loaded query={plans} words={words}>
                {(loaded) => <PlanChoice plans={loaded} />}
              </Loaded>
            )}
            {isBack === 'none' && <SubscriptionActions subscription={subscription} />}
          </>
        )}
      </Loaded>
    </AccountPage>
  )
}
