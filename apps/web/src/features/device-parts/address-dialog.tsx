import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { QrCode } from '#ui/layout/qr-code.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './address-dialog.module.css'

/** Shows an address as a QR code and as text, with a button that copies it and, with `onShare`, one that shares it. The texts are in the part `links`. */
export function AddressDialog(props: {
  title: string
  text: string
  address: string
  onShare?: (() => void) | null
  onClose: () => void
  /** Notes below the address. */
  children?: ReactNode
}) {
  const { address, onShare = null, onClose } = props
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const wasCopied = await copyText(address)
    setCopied(wasCopied)
    if (!wasCopied) showMessage('error', t('links.copyFailed'))
  }
  return (
    <Dialog
      open
      title={props.title}
      text={props.text}
      onCancel={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('linkShare.done')}
          </Button>
          <Button
            variant={onShare === null ? 'primary' : 'secondary'}
            icon={isCopied ? 'check' : 'copy'}
            onClick={copy}
          >
            {t(isCopied ? 'links.copied' : 'linkShare.copy')}
          </Button>
          {onShare !== null && (
            <Button variant="primary" icon="share" onClick={onShare}>
              {t('linkShare.share')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.address}>
        <QrCode text={address} label={t('linkShare.qr')} />
        <dl>
          <dt>{t('linkShare.address')}</dt>
          <dd>{address}</dd>
        </dl>
        {props.children}
        <VisuallyHidden live>{isCopied && t('links.copied')}</VisuallyHidden>
      </div>
    </Dialog>
  )
}
