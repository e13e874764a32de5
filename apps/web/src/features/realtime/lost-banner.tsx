import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { agoInWords, momentOfDay } from '#i18n/moments.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'

/** A short interruption of the network ends before the banner would appear. */
const BANNER_DELAY_MS = 1_500

/**
 * Says since when the connection is lost (milliseconds since the epoch; null: it is not lost) and that the data may be outdated.
 */
export function LostBanner({ since, onRetry }: { since: number | null; onRetry: () => void }) {
  const { t } = useTranslation()
  const [shownSince, setShownSince] = useState<number | null>(null)

  useEffect(() => {
    if (since === null) return
    const timer = setTimeout(() => setShownSince(since), BANNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [since])

  const now = useMinute()
  if (since === null || shownSince !== since) return null
  const tag = formatTag(currentLanguage())
  const then = new Date(since)
  const time = momentOfDay(then, now, tag)
  return (
    <Banner
      icon="offline"
      hatched
      action={
        <Button variant="quiet" onClick={onRetry}>
          {t('connection.retry')}
        </Button>
      }
    >
      {t('connection.lost', { time, ago: agoInWords(then, now, tag) })}
    </Banner>
  )
}
