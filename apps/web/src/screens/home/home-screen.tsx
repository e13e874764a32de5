import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useMatch, useSearchParams } from 'react-router'
import { queryClient } from '#core/api/query-client.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { OpenBeside } from '#features/device-card/opened-card.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { DeviceGrid } from '#features/home/device-grid.tsx'
import { HomeHero } from '#features/home/home-hero.tsx'
import { HomeMore } from '#features/home/home-more.tsx'
import { HomeTools } from '#features/home/home-tools.tsx'
import { FrozenNotice } from '#features/home/house/house-notice-list.tsx'
import { isWallView } from '#features/wall-view/wall-address.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { PartRetry } from '#i18n/part-retry.tsx'
import { useMedia } from '#ui/layout/use-media.ts'
import { usePageTitle, useTitleOver } from '../use-page-title.ts'
import { HomePinned, useArePinsReady, useHomeIds } from './home-pinned.tsx'
import styles from './home-screen.module.css'
import { HomeTabs } from './home-tabs.tsx'
import { useBeside } from './use-beside.ts'

/** A phone in landscape has one line for the logo and the headline. */
const ON_ITS_SIDE = matchMedia('(max-height: 480px) and (min-width: 660px)')
/** A phone keeps the line of the rooms for the moments and the rooms. */
const PHONE = matchMedia('(min-width: 360px) and (max-width: 599.98px)')

const EmptyHome = lazyPart(async () => (await import('#features/home/empty-home.tsx')).EmptyHome)

const WaitingAccess = lazyPart(
  async () => (await import('#features/people/received/waiting-access.tsx')).WaitingAccess,
  { texts: ['people'], failed: ({ otherwise }) => otherwise },
)

const HeldChip = lazyPart(async () => (await import('#features/safety/held-chip.tsx')).HeldChip, {
  texts: ['weather'],
})

/** Nothing is loaded while no shade is held. */
function HeldDevices() {
  return useHomeDevices().some(({ safety }) => safety != null) && <HeldChip />
}

const MomentKeys = lazyPart(async () => (await import('#features/moments/moment-keys.tsx')).MomentKeys, {
  texts: ['moments'],
})

/** The coming firings, for the preview of another hour. */
async function loadOutlook() {
  const { outlookQuery } = await import('#features/scenarios/scenarios.ts')
  return queryClient.fetchQuery(outlookQuery)
}

const DeviceBeside = lazyPart(async () => (await import('./device-beside.tsx')).DeviceBeside, {
  texts: ['device', 'door'],
  failed: (_device, retry) => <PartRetry onRetry={retry} />,
})
const WallScreen = lazyPart(async () => (await import('./wall-screen.tsx')).WallScreen, {
  texts: ['facade', 'moments', 'wall'],
  failed: (_props, retry) => <PartRetry onRetry={retry} />,
})
/** Few homes are frozen, so the home screen does not wait for this. */
const WhileFrozen = lazyPart(
  async () => (await import('#features/share-links/access/while-frozen.tsx')).WhileFrozen,
)

/** The home screen, or its view for a tablet on the wall. */
export default function HomeScreen() {
  const [params] = useSearchParams()
  const { t } = useTranslation()
  const isMenuOpen = useMatch('/menu') !== null
  useTitleOver(isMenuOpen ? t('page.menu') : null)
  if (isWallView(params))
    return (
      <>
        <WallScreen />
        <Outlet />
      </>
    )
  return <HomeOfDevices />
}

/**
 * The home as a list of devices. `/menu` opens over it, and `/rooms` in the place of its list; a device opens beside the list where
 * there is room.
 */
function HomeOfDevices() {
  const { t } = useTranslation()
  // Only a confirmed account can share.
  const isConfirmed = useAccount((account) => account.isConfirmed)
  const isArranging = useMatch('/rooms') !== null
  const { isWide, deviceId, open } = useBeside()
  const isOnItsSide = useMedia(ON_ITS_SIDE)
  const isPhone = useMedia(PHONE)
  const arePinsReady = useArePinsReady()
  const isEmpty = useHomeIds()?.length === 0
  const rowTabs = isOnItsSide && <HomeTabs isInRow />
  // A device that is open beside the list sets the title itself.
  usePageTitle(deviceId === null ? t(isArranging ? 'home.room.bar' : 'page.home') : null)
  return (
    <div className={styles.home}>
      {!isOnItsSide && <HomeTabs />}
      <HomeHero
        loadOutlook={loadOutlook}
        tools={!isEmpty && (isOnItsSide ? <HomeTools /> : isPhone && <HomeMore />)}
        held={<HeldDevices />}
        notices={
          isConfirmed && (
            <WhileFrozen>
              <FrozenNotice />
            </WhileFrozen>
          )
        }
      />
      {isArranging ? (
        rowTabs
      ) : (
        <OpenBeside value={open}>
          <DeviceGrid
            start={rowTabs}
            moments={<MomentKeys />}
            tools={!isOnItsSide && <HomeTools hasMore={!isPhone} />}
            pinned={<HomePinned />}
            arePinsReady={arePinsReady}
            whileEmpty={<WaitingAccess otherwise={<EmptyHome />} />}
          />
        </OpenBeside>
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
