import { realtime } from '#core/browser-realtime.ts'
import { LostBanner } from './lost-banner.tsx'
import { useStaleSince } from './use-connection.ts'

/** Says that the connection of the signed-in account is lost, unless what is shown comes by another way. */
export function ConnectionBanner() {
  return <LostBanner since={useStaleSince()} onRetry={() => realtime.wake()} />
}
