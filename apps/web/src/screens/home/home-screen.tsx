import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useMatch, useSearchParams } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { OpenBeside } from '#features/device-card/opened-card.ts'
import { DeviceGrid } from '#features/home/device-grid.tsx'
import { HomeHero } from '#features/home/home-hero.tsx'
import { FrozenNotice } from '#features/home/house/house-notice-list.tsx'
import { WholeHouseBar } from '#features/home/house/whole-house-bar.tsx'
import { useStaleSince } from '#features/realtime/use-connection.ts'
import { isWallView } from '#features/wall-view/wall-address.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { PartRetry } from '#i18n/part-retry.tsx'
import { usePageTitle, useTitleOver } from '../use-page-title.ts'
import { HomePinnedGroups } from './home-pinned-groups.tsx'
import styles from './home-screen.module.css'
import { HomeTabs } from './home-tabs.tsx'
import { useBeside } from './use-beside.ts'

const DeviceBeside = lazyPart(async () => (await import('./device-beside.tsx')).DeviceBeside, {
  texts: ['device', 'door'],
  failed: (_device, retry) => <PartRetry onRetry={retry} />,
})
const WallView = lazyPart(async () => (await import('#features/wall-view/wall-view.tsx')).WallView, {
  texts: ['wall'],
})
/** Few homes are frozen, so the home screen does not wait for this. */
const WhileFrozen = lazyPart(
  async () => (await import('#features/share-links/access/while-frozen.tsx')).WhileFrozen,
)

/**
 * The home screen. `/menu` opens over it, and `/rooms` in the place of its list; a device opens beside the list where there is
 * room.
 */
export default function HomeScreen() {
  const { t } = useTranslation()
  const stale = useStaleSince() !== null
  // Only a confirmed account can share.
  const isConfirmed = useAccount((account) => account.isConfirmed)
  const isMenuOpen = useMatch('/menu') !== null
  const isArranging = useMatch('/rooms') !== null
  const { isWide, deviceId, open } = useBeside()
  const [params] = useSearchParams()
  const isOnWall = isWallView(params)
  // A device that is open beside the list sets the title itself.
  usePageTitle(deviceId === null ? t(isArranging ? 'home.room.bar' : 'page.home') : null)
  useTitleOver(isMenuOpen ? t('page.menu') : null)
  return (
    <div className={styles.home}>
      {isOnWall ? <WallView /> : <HomeTabs />}
      <HomeHero
        frozen={
          isConfirmed && (
            <WhileFrozen>
              <FrozenNotice />
            </WhileFrozen>
          )
        }
      />
      <WholeHouseBar />
      {!isArranging && (
        <>
          <HomePinnedGroups />
          <OpenBeside value={open}>
            <DeviceGrid stale={stale} />
          </OpenBeside>
        </>
      )}
      {deviceId !== null &&
        (isWide ? (
          <DeviceBeside id={deviceId} />
        ) : (
          <Navigate to={`/device?${new URLSearchParams({ deviceId })}`} replace />
        ))}
      <Outlet />
    </div>
  )
}
