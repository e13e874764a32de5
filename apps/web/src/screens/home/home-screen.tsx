import { useTranslation } from 'react-i18next'
import { Outlet, useMatch } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { DeviceGrid } from '#features/home/device-grid.tsx'
import { HomeHero } from '#features/home/home-hero.tsx'
import { useStaleSince } from '#features/realtime/use-connection.ts'
import { HomeFreeze } from '#features/share-links/access/home-freeze.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './home-screen.module.css'

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
      {isConfirmed && <HomeFreeze />}
      <HomeHero />
      <DeviceGrid
        stale={stale}
        foot={
          <div className={styles.foot}>
            <ButtonLink to="/claim" icon="plus" variant="quiet">
              {t('home.addDevice')}
            </ButtonLink>
            <ButtonLink to="/links/new" icon="share" variant="quiet">
              {t('home.share')}
            </ButtonLink>
            <ButtonLink to="/activity" icon="history" variant="quiet">
              {t('home.activity')}
            </ButtonLink>
          </div>
        }
      />
      <Outlet />
    </div>
  )
}
