import { useTranslation } from 'react-i18next'
import { Outlet, useMatch } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { DeviceGrid } from '#features/home/device-grid.tsx'
import { HomeHero } from '#features/home/home-hero.tsx'
import { FrozenNotice } from '#features/home/house-notice-list.tsx'
import { WholeHouseBar } from '#features/home/whole-house-bar.tsx'
import { useStaleSince } from '#features/realtime/use-connection.ts'
import { HomeFreeze } from '#features/share-links/access/home-freeze.tsx'
import { usePageTitle } from '../use-page-title.ts'
import { HomePinnedGroups } from './home-pinned-groups.tsx'
import styles from './home-screen.module.css'
import { HomeTabs } from './home-tabs.tsx'

/** The home; `/menu` opens over it. */
export default function HomeScreen() {
  const { t } = useTranslation()
  const stale = useStaleSince() !== null
  // Only a confirmed account can share.
  const isConfirmed = useAccount((account) => account.isConfirmed)
  const isMenuOpen = useMatch('/menu') !== null
  usePageTitle(isMenuOpen ? t('page.menu') : t('page.home'))
  return (
    <div className={styles.home}>
      <HomeTabs />
      <HomeHero
        frozen={
          isConfirmed && (
            <HomeFreeze>
              <FrozenNotice />
            </HomeFreeze>
          )
        }
      />
      <WholeHouseBar />
      <HomePinnedGroups />
      <DeviceGrid stale={stale} />
      <Outlet />
    </div>
  )
}
