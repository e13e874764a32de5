import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useMatch, useSearchParams } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { OpenBeside } from '#features/device-card/opened-card.ts'
import { DeviceGrid } from '#features/home/device-grid.tsx'
import { HomeHero } from '#features/home/home-hero.tsx'
import { FrozenNotice } from '#features/home/house/house-notice-list.tsx'
import { WholeHouseBar } from '#features/home/house/whole-house-bar.tsx'
import { useStaleSince } from '#features/realtime/use-connection.ts'
import { HomeFreeze } from '#features/share-links/access/home-freeze.tsx'
import { isWallView } from '#features/wall-view/wall-address.ts'
import { loadTexts } from '#i18n/language.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'
import { usePageTitle } from '../use-page-title.ts'
import { HomePinnedGroups } from './home-pinned-groups.tsx'
import styles from './home-screen.module.css'
import { HomeTabs } from './home-tabs.tsx'
import { useBeside } from './use-beside.ts'

const deviceBeside = createPart(async () => {
  const [{ DeviceBeside }] = await Promise.all([import('./device-beside.tsx'), loadTexts('device')])
  return DeviceBeside
})

const wallView = createPart(async () => {
  const [{ WallView }] = await Promise.all([import('#features/wall-view/wall-view.tsx'), loadTexts('wall')])
  return WallView
})

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
  const { data: DeviceBeside } = usePart(deviceBeside, isWide && deviceId !== null)
  const [params] = useSearchParams()
  const isOnWall = isWallView(params)
  const { data: WallView } = usePart(wallView, isOnWall)
  usePageTitle(t(isMenuOpen ? 'page.menu' : isArranging ? 'home.room.bar' : 'page.home'))
  return (
    <div className={styles.home}>
      {isOnWall ? WallView && <WallView /> : <HomeTabs />}
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
          DeviceBeside && <DeviceBeside id={deviceId} />
        ) : (
          <Navigate to={`/device?${new URLSearchParams({ deviceId })}`} replace />
        ))}
      <Outlet />
    </div>
  )
}
