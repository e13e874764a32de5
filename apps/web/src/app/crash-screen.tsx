import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { CrashNotice } from '#screens/crash-notice.tsx'
import { HomeTabs } from '#screens/home/home-tabs.tsx'

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
