import { useTranslation } from 'react-i18next'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './command-note.module.css'

/** Why a command failed, where it was given, with another try; nothing when none did. */
export function CommandNote(props: {
  failure: string | null
  /** Null where another try takes more than a tap. */
  onRetry: (() => void) | null
  onDismiss: () => void
}) {
  const { t } = useTranslation()
  if (props.failure === null) return null
  return (
    <div className={styles.note} role="alert">
      <Icon name="alert" size={20} />
      <span className={styles.words}>{props.failure}</span>
      {props.onRetry !== null && (
        <button type="button" className={styles.retry} onClick={props.onRetry}>
          {t('life.retry')}
        </button>
      )}
      <IconButton icon="close" label={t('card.dismiss')} onClick={props.onDismiss} />
    </div>
  )
}
