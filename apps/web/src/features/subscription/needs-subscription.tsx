import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/failures.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import styles from './subscription.module.css'

/** Whether something was refused because it is for subscribers. */
export const needsSubscription = (failure: Error | null): boolean =>
  failure instanceof ApiFailure && failure.error === 'open_weather_subscription_needed'

/** Instead of what is for subscribers: that it is, what stays free, and where to go. */
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
