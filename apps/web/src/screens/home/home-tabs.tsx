import { useTranslation } from 'react-i18next'
import { Tabs } from '#ui/controls/tabs.tsx'
import styles from './home-tabs.module.css'

/** The tabs of the app, in the line of the logo, or in the line of the rooms if `isInRow`. */
export function HomeTabs({ isInRow = false }: { isInRow?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={isInRow ? styles.inRow : styles.tabs} data-page-tabs="">
      <Tabs
        label={t('home.parts')}
        tabs={[
          { to: '/home', label: t('page.home'), over: ['/menu', '/rooms', '/groups', '/facade'] },
          { to: '/scenarios', label: t('home.automations'), over: ['/moments'] },
          { to: '/activity', label: t('home.activity') },
        ]}
      />
    </div>
  )
}
