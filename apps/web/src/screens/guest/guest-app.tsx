import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceOf, listAddress } from '#features/guest-link/address.ts'
import { realtime } from '#features/guest-link/browser.ts'
import type { Guest, GuestState } from '#features/guest-link/guest.ts'
import { Link, usePlace } from '#features/guest-link/navigation.tsx'
import { GuestContext, useConnection, useGuestState, useStale } from '#features/guest-link/use-guest.tsx'
import { LostBanner } from '#features/realtime/lost-banner.tsx'
import { ServerAway } from '#features/realtime/server-away.tsx'
import { loadTexts } from '#i18n/language.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { LinkContext } from '#ui/layout/app-link.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { SkipLink } from '#ui/layout/skip-link.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { Crash } from './crash.tsx'
import { FailedScreen } from './failed-screen.tsx'
import styles from './guest-app.module.css'
import { GuestMenu } from './guest-menu.tsx'

/** The two screens, loaded when they are needed. */
export const loadListScreen = () => import('./list-screen.tsx')
export const loadDeviceScreen = () => import('./device-screen.tsx')
const ListScreen = lazy(async () => ({ default: (await loadListScreen()).ListScreen }))
const DeviceScreen = lazy(async () => ({ default: (await loadDeviceScreen()).DeviceScreen }))
const BlockedScreen = lazy(async () => {
  const [{ BlockedScreen }] = await Promise.all([import('./blocked-screen.tsx'), loadTexts('stop')])
  return { default: BlockedScreen }
})
const PinScreen = lazy(async () => {
  const [{ PinScreen }] = await Promise.all([import('./pin-screen.tsx'), loadTexts('stop')])
  return { default: PinScreen }
})

/** The pages of a guest: the header, and below it what the link shares or why it does not work. */
export function GuestApp({ guest }: { guest: Guest }) {
  const { t } = useTranslation()
  const { search } = usePlace()
  return (
    <LinkContext value={Link}>
      <GuestContext value={guest}>
        <Crash>
          <SkipLink target="content">{t('page.skip')}</SkipLink>
          <div className={styles.head}>
            <PageHeader homeTo={listAddress(search)} homeLabel={t('guest.logo')} menu={<GuestMenu />} />
          </div>
          <ConnectionBanner />
          <main id="content" tabIndex={-1}>
            <AwayPlace />
          </main>
        </Crash>
      </GuestContext>
    </LinkContext>
  )
}

/** While the server cannot be reached the devices stay, and their keys say why they do nothing. */
function AwayPlace() {
  return (
    <ServerAway isAway={useStale()}>
      <Place />
    </ServerAway>
  )
}

/** An error boundary for each screen: the header stays, and another screen is rendered independently. */
function Place() {
  const page = useGuestState((state) => state.page)
  const place = usePlace()
  const from = useRef(place.path)
  useEffect(() => {
    if (from.current === place.path) return
    from.current = place.path
    // Moves the focus to the new page. The link that was followed, and the focus on it, are gone; users of screen readers and
    // keyboards continue at the new page.
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [place.path])
  return (
    <Crash key={place.path + page.name}>
      <Suspense fallback={<Loading />}>
        <Screen page={page} device={deviceOf(place)} />
      </Suspense>
    </Crash>
  )
}

function Screen({ page, device }: { page: GuestState['page']; device: ReturnType<typeof deviceOf> }) {
  switch (page.name) {
    case 'loading':
      return <Loading />
    case 'open':
      return device === null ? <ListScreen /> : <DeviceScreen addressed={device} />
    case 'pin':
      return <PinScreen fault={page.fault} />
    case 'failed':
      return <FailedScreen failure={page.failure} />
    default:
      return <BlockedScreen blockReason={page} />
  }
}

/** Says that the connection of the link is lost, unless polling still keeps the page up to date. */
function ConnectionBanner() {
  const connection = useConnection()
  const stale = useStale()
  const since = stale && connection?.state === 'lost' ? connection.since : null
  return <LostBanner since={since} onRetry={() => realtime.wake()} />
}

function Loading() {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = 'Senca'
  }, [])
  return (
    <div className={styles.loading} aria-busy="true">
      <VisuallyHidden>{t('guest.loading')}</VisuallyHidden>
      <Spinner />
    </div>
  )
}
