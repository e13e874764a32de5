import { type MouseEvent, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useMatch, useNavigate, useSearchParams } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { OpenBeside } from '#features/device-card/opened-card.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { DeviceGrid, EmptyHome } from '#features/home/device-grid.tsx'
import { HomeHero } from '#features/home/home-hero.tsx'
import { HomeTools } from '#features/home/home-tools.tsx'
import { FrozenNotice } from '#features/home/house/house-notice-list.tsx'
import { useStaleSince } from '#features/realtime/use-connection.ts'
import { usePreferences } from '#features/room-model/rooms.ts'
import { isWallView } from '#features/wall-view/wall-address.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { PartRetry } from '#i18n/part-retry.tsx'
import { useMedia } from '#ui/layout/use-media.ts'
import { usePageTitle, useTitleOver } from '../use-page-title.ts'
import styles from './home-screen.module.css'
import { HomeTabs } from './home-tabs.tsx'

/** The window size from which a device opens beside the list. */
const WIDE = matchMedia('(min-width: 1280px) and (min-height: 600px)')

const DEVICE = 'deviceId'

/** A phone in landscape has one line for the logo and the headline. */
const ON_ITS_SIDE = matchMedia('(max-height: 480px) and (min-width: 660px)')

/**
 * The device that is open beside the list, from the URL, and the function that opens one; null if there is no room. Opening
 * another device replaces the history entry, so back closes the panel.
 */
function useBeside() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const isWide = useMedia(WIDE)
  const open = useCallback(
    (deviceId: string, event?: MouseEvent): boolean => {
      // With these keys the link opens a new tab, which has no list.
      if (event?.metaKey || event?.ctrlKey || event?.shiftKey) return false
      event?.preventDefault()
      const next = new URLSearchParams(location.search)
      const replace = next.has(DEVICE)
      next.delete('tab')
      next.set(DEVICE, deviceId)
      void navigate({ search: `?${next}` }, { replace, preventScrollReset: true })
      return true
    },
    [navigate],
  )
  return { isWide, deviceId: params.get(DEVICE), open: isWide ? open : null }
}

const PinnedGroups = lazyPart(async () => (await import('#features/groups/pinned-groups.tsx')).PinnedGroups, {
  texts: ['groups'],
})

const PinnedScenarios = lazyPart(
  async () => (await import('#features/scenarios/pinned-scenarios.tsx')).PinnedScenarios,
  { texts: ['scenarios'] },
)

/** The groups and scenarios that are pinned to the top of the home. Nothing is loaded if there are none. */
function HomePinned() {
  const pinned = usePreferences()?.pinned ?? []
  const devices = useHomeDevices()
  const hasOthers = devices.length > 0 && pinned.some((id) => !devices.some((device) => device.id === id))
  return (
    hasOthers && (
      <>
        <PinnedScenarios />
        <PinnedGroups />
      </>
    )
  )
}

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
  const isOnItsSide = useMedia(ON_ITS_SIDE)
  const rowTabs = isOnItsSide && !isOnWall && <HomeTabs isInRow />
  // A device that is open beside the list sets the title itself.
  usePageTitle(deviceId === null ? t(isArranging ? 'home.room.bar' : 'page.home') : null)
  useTitleOver(isMenuOpen ? t('page.menu') : null)
  return (
    <div className={styles.home}>
      {isOnWall ? <WallView /> : !isOnItsSide && <HomeTabs />}
      <HomeHero
        tools={isOnItsSide && <HomeTools />}
        notices={
          <>
            <HeldDevices />
            {isConfirmed && (
              <WhileFrozen>
                <FrozenNotice />
              </WhileFrozen>
            )}
          </>
        }
      />
      {isArranging ? (
        rowTabs
      ) : (
        <OpenBeside value={open}>
          <DeviceGrid
            stale={stale}
            start={rowTabs}
            moments={!isOnWall && <MomentKeys />}
            tools={!isOnItsSide && <HomeTools />}
            pinned={<HomePinned />}
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
