import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/failures.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** Whether something was refused because it is for subscribers. */
export const needsSubscription = (failure: Error | null): boolean =>
  failure instanceof ApiFailure && failure.error === 'open_weather_subscription_needed'

/** Instead of what is for subscribers: that it is, what stays free, and where to go. */
export function NeedsSubscription() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('errors.weatherSubscription')}
      text={t('subscription.needed')}
      action={<ButtonLink to="/subscription">{t('subscription.seePlans')}</ButtonLink>}
    />
  )
}
