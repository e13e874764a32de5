import { realtime } from '#core/browser-realtime.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { LostBanner } from './lost-banner.tsx'
import { useConnection } from './use-connection.ts'

/** Says that the connection of the signed-in account is lost. */
export function ConnectionBanner() {
  const connection = useConnection()
  const since = connection?.state === 'lost' ? connection.since : null
  return <LostBanner since={since} tag={formatTag(currentLanguage())} onRetry={() => realtime.retryNow()} />
}
