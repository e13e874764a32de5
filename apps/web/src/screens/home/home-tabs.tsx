import { useTranslation } from 'react-i18next'
import { Tabs } from '#ui/controls/tabs.tsx'
import styles from './home-tabs.module.css'

/** The parts of the home: its devices, its groups, and what it does by itself. */
export function HomeTabs() {
  const { t } = useTranslation()
  return (
    <div className={styles.tabs}>
      <Tabs
        label={t('home.parts')}
        tabs={[
          { to: '/home', label: t('home.devices') },
          { to: '/groups', label: t('home.groups') },
          { to: '/scenarios', label: t('home.scenarios') },
        ]}
      />
    </div>
  )
}
