import { useTranslation } from 'react-i18next'
import { Tabs } from '#ui/controls/tabs.tsx'
import styles from './claim-screen.module.css'

/** What is added: a Senca device by its code, or hardware of another maker that was found. */
export function MakerTabs() {
  const { t } = useTranslation()
  return (
    <div className={styles.makers}>
      <Tabs
        label={t('claim.makers')}
        tabs={[
          { to: '/claim', label: t('claim.senca') },
          { to: '/newdevices', label: t('claim.others') },
        ]}
      />
    </div>
  )
}
