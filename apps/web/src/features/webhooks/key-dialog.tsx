import { useTranslation } from 'react-i18next'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './webhooks.module.css'

/** Shows a new signing key, which is shown only once. */
export function KeyDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  const copy = async () => {
    if (await copyText(secret)) showMessage('success', t('mqtt.copied'))
    else showMessage('error', t('mqtt.notCopied'))
  }
  return (
    <Dialog
      open
      title={t('webhooks.key')}
      text={t('webhooks.once')}
      onCancel={onClose}
      actions={
        <>
          <Button icon="copy" onClick={copy}>
            {t('mqtt.copy')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('mqtt.kept')}
          </Button>
        </>
      }
    >
      <p className={styles.key} translate="no">
        <code>{secret}</code>
      </p>
    </Dialog>
  )
}
