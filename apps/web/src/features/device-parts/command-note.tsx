import { useTranslation } from 'react-i18next'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './command-note.module.css'

/** The error of a command, beside the control that sent it, with a button to try again. Renders nothing without an error. */
export function CommandNote(props: {
  failure: string | null
  /** The text is no error: nobody confirmed the command. */
  isUnconfirmed: boolean
  /** Null if one tap is not enough to try again. */
  onRetry: (() => void) | null
  onDismiss: () => void
}) {
  const { t } = useTranslation()
  const { isIdle, attributes } = useCommandKey({})
  if (props.failure === null) return null
  return (
    <div
      className={styles.note}
      role={props.isUnconfirmed ? 'status' : 'alert'}
      data-unconfirmed={props.isUnconfirmed}
    >
      <Icon name={props.isUnconfirmed ? 'clock' : 'alert'} size={20} />
      <span className={styles.words}>{props.failure}</span>
      {props.onRetry !== null && (
        <button
          {...attributes}
          type="button"
          className={styles.retry}
          onClick={isIdle ? undefined : props.onRetry}
        >
          {t('life.retry')}
        </button>
      )}
      <IconButton icon="close" label={t('card.dismiss')} onClick={props.onDismiss} />
    </div>
  )
}
