import { realtime } from '#features/guest-link/browser.ts'
import { useConnection, useStale } from '#features/guest-link/use-guest.tsx'
import { LostBanner } from '#features/realtime/lost-banner.tsx'

/** Says that the connection of the link is lost, unless polling still keeps the page up to date. */
export function ConnectionBanner() {
  const connection = useConnection()
  const stale = useStale()
  const since = stale && connection?.state === 'lost' ? connection.since : null
  return <LostBanner since={since} onRetry={() => realtime.wake()} />
}
