import type { SetupStarted, SetupStatus } from '@senca/contract/setup'
import { useTranslation } from 'react-i18next'
import { clockTime } from '#i18n/moments.ts'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import styles from './setup-steps.module.css'

/** The progress of the set-up, and what to do if the device does not appear. */
export function SetupProgress(props: {
  started: SetupStarted
  status: SetupStatus | undefined
  onAgain: () => void
}) {
  const { started, status } = props
  const { t } = useTranslation()
  if (status?.status === 'failed' && status.reason !== undefined) {
    const { reason } = status
    const isOver = reason === 'expired' || reason === 'used'
    return (
      <div className={styles.failed} role="alert">
        <h3 className={styles.failure}>{t(`setup.failed.${reason}.title`)}</h3>
        <p>{t(`setup.failed.${reason}.text`)}</p>
        {isOver && (
          <Button variant="primary" onClick={props.onAgain}>
            {t('setup.again')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <p className={styles.waiting} role="status">
      <Spinner />
      <span>
        {status?.status === 'connected'
          ? t('setup.follow.connected')
          : t('setup.follow.waiting', { time: clockTime(Date.parse(started.expiresAt)) })}
      </span>
    </p>
  )
}

const TROUBLES = ['password', 'internet', 'time', 'network'] as const

/** Possible causes that the server cannot detect, because a device that joins no Wi-Fi cannot report anything. */
export function SetupTroubles() {
  const { t } = useTranslation()
  return (
    <section className={styles.troubles}>
      <h2 className={styles.heading}>{t('setup.troubles.title')}</h2>
      <dl>
        {TROUBLES.map((trouble) => (
          <div key={trouble}>
            <dt>{t(`setup.troubles.${trouble}.title`)}</dt>
            <dd>{t(`setup.troubles.${trouble}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
