import type { DeviceLink } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { AddressDialog } from '#features/device-parts/address-dialog.tsx'
import { Icon } from '#ui/layout/icon.tsx'
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
  const address = linkAddress(props.link.token)
  const share = () =>
    void shareAddress(props.name, address).catch(() => showMessage('error', t('errors.generic')))
  return (
    <AddressDialog
      title={props.isNew ? t('linkShare.created') : props.name}
      text={t('linkShare.text')}
      address={address}
      onShare={canShare() ? share : null}
      onClose={props.onClose}
    >
      {isLoopbackAddress(address) && (
        <p className={styles.note}>
          <Icon name="screens" size={18} />
          <span>{t('linkShare.localOnly', { setting: 'PUBLIC_URL' })}</span>
        </p>
      )}
      {props.link.hasPin && <p className={styles.pin}>{t('linkShare.pin')}</p>}
    </AddressDialog>
  )
}
