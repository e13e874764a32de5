import type { CreatedBridge } from '@senca/contract/bridges'
import { useTranslation } from 'react-i18next'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './bridges.module.css'

/** What the maker of a connected app is shown once; nothing where it needs no secret. */
export interface ShownSecret {
  name: string
  secret: CreatedBridge['secret']
  onClose: () => void
}

/** Shows a new token, which is shown only once. */
export function TokenDialog(props: { name: string; token: string; onClose: () => void }) {
  const { t } = useTranslation()
  const copy = async () => {
    if (await copyText(props.token)) showMessage('success', t('mqtt.copied'))
    else showMessage('error', t('mqtt.notCopied'))
  }
  return (
    <Dialog
      open
      title={props.name}
      text={t('apps.once')}
      onCancel={props.onClose}
      actions={
        <>
          <Button icon="copy" onClick={copy}>
            {t('mqtt.copy')}
          </Button>
          <Button variant="primary" onClick={props.onClose}>
            {t('mqtt.kept')}
          </Button>
        </>
      }
    >
      <p className={styles.token} translate="no">
        <code>{props.token}</code>
      </p>
    </Dialog>
  )
}
