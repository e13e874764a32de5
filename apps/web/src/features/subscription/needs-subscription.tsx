import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import styles from './subscription.module.css'

/** Whether a refusal means that a subscription is needed. */
export const needsSubscription = (failure: Error | null): boolean =>
  failure instanceof ApiFailure && failure.error === 'open_weather_subscription_needed'

/** Shown instead of content for subscribers: says so, what stays free, and where to subscribe. */
export function NeedsSubscription() {
  const { t } = useTranslation()
  return (
    <section className={styles.needed}>
      <h3 className={styles.title}>{t('errors.weatherSubscription')}</h3>
      <p>{t('subscription.needed')}</p>
      <ButtonLink to="/subscription">{t('subscription.seePlans')}</ButtonLink>
    </section>
  )
}
