import { useTranslation } from 'react-i18next'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { downloadText, recoveryText } from './recovery.ts'
import styles from './security.module.css'

const FILE_NAME = 'senca-recovery-codes.txt'

/** Shows recovery codes, which can be shown only once. */
export function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const email = useAccount((account) => account.email)
  const text = recoveryText(t('twoStep.codesHeading', { email }), codes)

  const copy = async () => {
    if (await copyText(text)) showMessage('success', t('twoStep.copied'))
    else showMessage('error', t('twoStep.notCopied'))
  }

  return (
    <Dialog
      open
      title={t('twoStep.codesTitle')}
      text={t('twoStep.codesText')}
      onCancel={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('twoStep.codesKept')}
        </Button>
      }
    >
      <div className={styles.form}>
        <ol className={styles.codes} aria-label={t('twoStep.codesTitle')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={styles.keep}>
          <Button onClick={copy}>{t('twoStep.copy')}</Button>
          <Button onClick={() => downloadText(FILE_NAME, text)}>{t('twoStep.download')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
