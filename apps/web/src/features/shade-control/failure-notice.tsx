import { useTranslation } from 'react-i18next'
import type { CommandStatus } from '#features/device-model/commands/command-status.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './failure-notice.module.css'

/**
 * Why the last command failed, with a button that sends it again, or that nobody confirmed it. The live region is always rendered, so that screen readers
 * announce changes.
 */
export function FailureNotice(props: {
  command: CommandStatus | null
  onRetry: () => void
  onDismiss: () => void
}) {
  const { t } = useTranslation()
  const { command } = props
  return (
    <div className={styles.place} role={command?.isUnconfirmed === true ? 'status' : 'alert'}>
      {command !== null && command.failure !== null && (
        <div className={styles.notice} data-unconfirmed={command.isUnconfirmed}>
          <Icon name={command.isUnconfirmed ? 'clock' : 'alert'} size={20} />
          <span className={styles.words}>{command.failure}</span>
          {command.canRetry && (
            <div className={styles.again}>
              <Button isCommand onClick={props.onRetry}>
                {t('life.retry')}
              </Button>
            </div>
          )}
          <IconButton icon="close" label={t('card.dismiss')} onClick={props.onDismiss} />
        </div>
      )}
    </div>
  )
}
