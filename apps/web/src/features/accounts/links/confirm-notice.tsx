import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiFailure } from '#core/failures.ts'
import { showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { session, useAccount } from '../accounts.ts'
import { BY_CODE } from './link-tokens.ts'
import styles from './links.module.css'
import { linksApi } from './links.ts'
import { useConfirmationWait } from './use-confirmation-wait.ts'

/** Tells somebody whose account is not confirmed where the link is, and sends it again. */
export function ConfirmNotice() {
  const { t } = useTranslation()
  const email = useAccount((account) => account.email)
  const locale = useAccount((account) => account.locale)
  const { wait, start } = useConfirmationWait()
  const [isSending, setSending] = useState(false)
  const isWaiting = wait > 0

  const send = async () => {
    setSending(true)
    try {
      await linksApi.sendConfirm(locale ?? currentLanguage())
      start()
      showMessage('success', t('mailSent', { email }))
    } catch (failure) {
      const refusal = failure instanceof ApiFailure ? failure.error : null
      if (refusal === 'too_many_requests') start()
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
      {t('confirmNotice.text')}{' '}
      <Link className={styles.inline} to="/confirmaccount" state={BY_CODE}>
        {t('mailedCode.use')}
      </Link>
    </Banner>
  )
}
