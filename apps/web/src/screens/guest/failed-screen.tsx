import { useTranslation } from 'react-i18next'
import { useGuest } from '#features/guest-link/use-guest.tsx'
import { errorText } from '#i18n/error-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import styles from './guest-app.module.css'

/** Says that loading failed. It is part of the first chunk, because there may be no network to load it. */
export function FailedScreen({ failure }: { failure: unknown }) {
  const { t } = useTranslation()
  const guest = useGuest()
  return (
    <div className={styles.bare} role="alert">
      <EmptyState
        tall
        title={t('guest.failed.title')}
        text={errorText(failure, t)}
        action={<Button onClick={() => void guest.load()}>{t('guest.failed.retry')}</Button>}
      />
    </div>
  )
}
