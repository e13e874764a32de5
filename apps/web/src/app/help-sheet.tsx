import { useTranslation } from 'react-i18next'
import { HelpList } from '#features/profile/help-list.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Sheet } from '#ui/feedback/sheet.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import styles from './layout.module.css'

/** A dialog with the language choice and help for a person who is not signed in. */
export function HelpSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Sheet open={open} label={t('header.menuShort')} onClose={onClose}>
      <PageHeader
        homeTo="/"
        homeLabel={t('header.logo')}
        menu={<IconButton icon="close" label={t('header.closeMenu')} onClick={onClose} />}
      />
      <div className={styles.help}>
        <HelpList />
      </div>
    </Sheet>
  )
}
