import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { CrashNotice } from '#screens/crash-notice.tsx'

/** They are there already where somebody came by them, also without a connection. */
const HomeTabs = lazyPart(async () => (await import('#screens/home/home-tabs.tsx')).HomeTabs)

/** Shown instead of a page that could not be rendered or loaded. The tabs of the app stay. */
export function CrashScreen() {
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  const failure = useRouteError()
  useEffect(() => {
    console.error(failure)
  }, [failure])
  return (
    <>
      {isLoggedIn && <HomeTabs />}
      <CrashNotice />
    </>
  )
}
