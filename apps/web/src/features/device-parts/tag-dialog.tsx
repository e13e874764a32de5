import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { QrCode } from '#ui/layout/qr-code.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './tag-dialog.module.css'

/** The address of a page with one key, for an NFC tag, a QR code or a shortcut of a phone. Opening it does nothing [PK42]. */
export function TagDialog({ name, path, onClose }: { name: string; path: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const address = location.origin + path
  const copy = async () => {
    const wasCopied = await copyText(address)
    setCopied(wasCopied)
    if (!wasCopied) showMessage('error', t('links.copyFailed'))
  }
  return (
    <Dialog
      open
      title={name}
      text={t('tags.text')}
      onCancel={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('linkShare.done')}
          </Button>
          <Button variant="primary" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
            {t(isCopied ? 'links.copied' : 'linkShare.copy')}
          </Button>
        </>
      }
    >
      <div className={styles.address}>
        <QrCode text={address} label={t('linkShare.qr')} />
        <dl>
          <dt>{t('linkShare.address')}</dt>
          <dd>{address}</dd>
        </dl>
        <VisuallyHidden live>{isCopied && t('links.copied')}</VisuallyHidden>
      </div>
    </Dialog>
  )
}
