import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { SkipLink } from '#ui/layout/skip-link.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './guest-app.module.css'
import { deviceOf, listAddress } from './link/address.ts'
import type { Guest, GuestState } from './link/guest.ts'
import { GuestContext, useGuestState } from './link/use-guest.tsx'
import { usePlace } from './navigation.tsx'
import { ConnectionBanner } from './screens/connection-banner.tsx'
import { Crash } from './screens/crash.tsx'
import { FailedScreen } from './screens/failed-screen.tsx'
import { GuestMenu } from './screens/guest-menu.tsx'
import { loadDeviceScreen, loadListScreen } from './screens/screens.ts'
import { loadStopTexts } from './words/guest-language.ts'

const ListScreen = lazy(async () => ({ default: (await loadListScreen()).ListScreen }))
const DeviceScreen = lazy(async () => ({ default: (await loadDeviceScreen()).DeviceScreen }))
const BlockedScreen = lazy(async () => {
  const [{ BlockedScreen }] = await Promise.all([import('./screens/blocked-screen.tsx'), loadStopTexts()])
  return { default: BlockedScreen }
})
const PinScreen = lazy(async () => {
  const [{ PinScreen }] = await Promise.all([import('./screens/pin-screen.tsx'), loadStopTexts()])
  return { default: PinScreen }
})

/** The pages of a guest: the header, and below it what the link shares or why it does not work. */
export function GuestApp({ guest }: { guest: Guest }) {
  const { t } = useTranslation()
  const { search } = usePlace()
  return (
    <GuestContext value={guest}>
      <Crash>
        <SkipLink target="content">{t('page.skip')}</SkipLink>
        <div className={styles.head}>
          <PageHeader homeTo={listAddress(search)} homeLabel={t('guest.logo')} menu={<GuestMenu />} />
        </div>
        <ConnectionBanner />
        <main id="content" tabIndex={-1}>
          <Place />
        </main>
      </Crash>
    </GuestContext>
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
