import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { CrashNotice } from '#screens/crash-notice.tsx'

/** Shown instead of a page that could not be rendered or loaded. */
export function CrashScreen() {
  const failure = useRouteError()
  useEffect(() => {
    console.error(failure)
  }, [failure])
  return <CrashNotice />
}
