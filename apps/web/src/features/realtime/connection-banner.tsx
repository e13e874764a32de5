import { realtime } from '#core/browser-realtime.ts'
import { LostBanner } from './lost-banner.tsx'
import { useConnection } from './use-connection.ts'

/** Says that the connection of the signed-in account is lost. */
export function ConnectionBanner() {
  const connection = useConnection()
  const since = connection?.state === 'lost' ? connection.since : null
  return <LostBanner since={since} onRetry={() => realtime.wake()} />
}
