import { realtime } from '#core/realtime/browser-realtime.ts'
import { LostBanner } from './lost-banner.tsx'
import { useLostSince } from './use-connection.ts'

/** Says that the connection of the signed-in account is lost, unless polling still keeps the home up to date. */
export function ConnectionBanner() {
  return <LostBanner since={useLostSince()} onRetry={() => realtime.wake()} />
}
