import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserClock } from '#core/clock.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

/** Shorter interruptions show no banner, so their end is not announced either. */
const NOTICED_MS = 1_500

/** Says to screen readers that the home is up to date again, which no card says. */
export function BackNotice({ isAway, isConnecting }: { isAway: boolean; isConnecting: boolean }) {
  const { t } = useTranslation()
  const awaySince = useRef<number | null>(null)
  const wasKept = useRef(false)
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    if (isAway) {
      awaySince.current ??= browserClock.now()
      wasKept.current ||= isConnecting
      setBack(false)
      return
    }
    const since = awaySince.current
    if (since !== null) setBack(wasKept.current || browserClock.now() - since >= NOTICED_MS)
    awaySince.current = null
    wasKept.current = false
  }, [isAway, isConnecting])
  return <VisuallyHidden live>{isBack ? t('home.connected') : ''}</VisuallyHidden>
}
