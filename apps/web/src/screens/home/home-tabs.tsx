import { useTranslation } from 'react-i18next'
import { Tabs } from '#ui/controls/tabs.tsx'
import styles from './home-tabs.module.css'

/** The tabs of the home: devices, groups and scenarios. */
export function HomeTabs() {
  const { t } = useTranslation()
  return (
    <div className={styles.tabs}>
      <Tabs
        label={t('home.parts')}
        tabs={[
          { to: '/home', label: t('home.devices'), over: '/rooms' },
          { to: '/groups', label: t('home.groups') },
          { to: '/scenarios', label: t('home.scenarios') },
        ]}
      />
    </div>
  )
}
