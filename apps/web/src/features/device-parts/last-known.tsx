import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { agoInWords } from '#i18n/moments.ts'
import { useMinute } from '#ui/layout/use-minute.ts'

/**
 * Says that a state may be outdated and how old it is: "last known, 3 hr. ago". `reportedAt` is ISO 8601 UTC, null for a device
 * that never reported.
 */
export function LastKnown({ reportedAt }: { reportedAt: string | null }) {
  const { t } = useTranslation()
  const now = useMinute()
  if (reportedAt === null) return <span>{t('card.never')}</span>
  const ago = agoInWords(new Date(reportedAt), now, pageTag(), 'short')
  return <time dateTime={reportedAt}>{t('card.lastKnown', { ago })}</time>
}
