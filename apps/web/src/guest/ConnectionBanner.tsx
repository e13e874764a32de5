import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { realtime } from './browser.ts'
import { useConnection, useStale, useTag } from './use-guest.tsx'

/** A blink of the network is over before it is worth a word. */
const PATIENCE_MS = 1_500

/** Says since when the connection is lost, and that what is shown may be old. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const tag = useTag()
  const connection = useConnection()
  const stale = useStale()
  const since = stale && connection?.state === 'lost' ? connection.since : null
  const [worthAWord, setWorthAWord] = useState<number | null>(null)

  useEffect(() => {
    if (since === null) return
    const timer = setTimeout(() => setWorthAWord(since), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [since])

  if (since === null || worthAWord !== since) return null
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short' }).format(since)
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
