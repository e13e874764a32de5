import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { realtime } from '#core/browser-realtime.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { useConnection } from './use-connection.ts'

/** A blink of the network is over before it is worth a word. */
const PATIENCE_MS = 1_500

/** Says since when the connection is lost, and that what is shown may be old. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const connection = useConnection()
  const since = connection?.state === 'lost' ? connection.since : null
  const [isWorthAWord, setWorthAWord] = useState(false)

  useEffect(() => {
    if (since === null) return
    const timer = setTimeout(() => setWorthAWord(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setWorthAWord(false)
    }
  }, [since])

  if (since === null || !isWorthAWord) return null
  const time = new Intl.DateTimeFormat(formatTag(currentLanguage()), { timeStyle: 'short' }).format(since)
  return (
    <Banner
      icon="offline"
      hatched
      action={
        <Button variant="quiet" onClick={() => realtime.retryNow()}>
          {t('connection.retry')}
        </Button>
      }
    >
      {t('connection.lost', { time })}
    </Banner>
  )
}
