import type { DeviceLink } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { QrCode } from '#ui/layout/qr-code.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { isLoopbackAddress, linkAddress } from '../links.ts'
import { canShare, shareAddress } from './clipboard-and-share.ts'
import styles from './link-share-dialog.module.css'

/** Shows the URL of a link as a QR code and as text, with buttons to share it. */
export function LinkShareDialog(props: {
  link: DeviceLink
  name: string
  isNew: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const address = linkAddress(props.link.token)

  const copy = async () => {
    const wasCopied = await copyText(address)
    setCopied(wasCopied)
    if (!wasCopied) showMessage('error', t('links.copyFailed'))
  }
  const share = () => shareAddress(props.name, address).catch(() => showMessage('error', t('errors.generic')))

  return (
    <Dialog
      open
      title={props.isNew ? t('linkShare.created') : props.name}
      text={t('linkShare.text')}
      onCancel={props.onClose}
      actions={
        <>
          <Button variant="quiet" onClick={props.onClose}>
            {t('linkShare.done')}
          </Button>
          <Button
            variant={canShare() ? 'secondary' : 'primary'}
            icon={isCopied ? 'check' : 'copy'}
            onClick={copy}
          >
            {t(isCopied ? 'links.copied' : 'linkShare.copy')}
          </Button>
          {canShare() && (
            <Button variant="primary" icon="share" onClick={share}>
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
        {isLoopbackAddress(address) && (
          <p className={styles.note}>
            <Icon name="screens" size={18} />
            <span>{t('linkShare.localOnly', { setting: 'PUBLIC_URL' })}</span>
          </p>
        )}
        {props.link.hasPin && <p className={styles.pin}>{t('linkShare.pin')}</p>}
        <VisuallyHidden live>{isCopied && t('links.copied')}</VisuallyHidden>
      </div>
    </Dialog>
  )
}
