import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import styles from './subscription.module.css'

/** Shown after a payment until the payment provider confirms it, so that nobody pays twice. */
export function PaymentAwaited(props: { isLate: boolean; onAskAgain: () => void }) {
  const { t } = useTranslation()
  return (
    <section className={styles.card} role="status">
      <h2 className={styles.title}>{t('subscription.settingUp')}</h2>
      <p>{t(props.isLate ? 'subscription.late' : 'subscription.awaited')}</p>
      {props.isLate ? (
        <div>
          <Button onClick={props.onAskAgain}>{t('subscription.askAgain')}</Button>
        </div>
      ) : (
        <Spinner size="small" />
      )}
    </section>
  )
}
