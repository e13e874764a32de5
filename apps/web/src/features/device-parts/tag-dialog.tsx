import { useTranslation } from 'react-i18next'
import { AddressDialog } from './address-dialog.tsx'

/** The address of a page with one key, for an NFC tag, a QR code or a shortcut of a phone. Opening it does nothing [PK42]. */
export function TagDialog({ name, path, onClose }: { name: string; path: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <AddressDialog title={name} text={t('tags.text')} address={location.origin + path} onClose={onClose} />
  )
}
