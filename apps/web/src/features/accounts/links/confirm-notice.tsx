import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/failures.ts'
import { showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { session, useAccount } from '../accounts.ts'
import { linksApi } from './links.ts'
import { secondsToWait } from './mail-wait.ts'

/** Tells somebody whose account is not confirmed where the link is, and sends it again. */
export function ConfirmNotice() {
  const { t } = useTranslation()
  const email = useAccount((account) => account.email)
  const locale = useAccount((account) => account.locale)
  const [lastSentAt, setLastSentAt] = useState<number | null>(session.registeredAt())
  const [now, setNow] = useState(() => Date.now())
  const [isSending, setSending] = useState(false)
  const wait = secondsToWait(lastSentAt, now)
  const isWaiting = wait > 0

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])

  const startWaiting = () => {
    setNow(Date.now())
    setLastSentAt(Date.now())
  }

  const send = async () => {
    setSending(true)
    try {
      await linksApi.sendConfirm(locale ?? currentLanguage())
      startWaiting()
      showMessage('success', t('mailSent', { email }))
    } catch (failure) {
      const refusal = failure instanceof ApiFailure ? failure.error : null
      if (refusal === 'too_many_requests') startWaiting()
      if (refusal === 'account_already_confirmed') void session.confirmed()
      else showMessage('error', errorText(failure, t))
    }
    setSending(false)
  }

  return (
    <Banner
      icon="mail"
      action={
        <Button variant="quiet" loading={isSending} disabled={isWaiting} onClick={send}>
          {isWaiting ? t('confirmNotice.wait', { seconds: wait }) : t('confirmNotice.again')}
        </Button>
      }
    >
      {t('confirmNotice.text')}
    </Banner>
  )
}
