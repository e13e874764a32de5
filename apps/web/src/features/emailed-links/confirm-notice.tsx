import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiFailure } from '#core/api/failures.ts'
import { showMessage } from '#core/messages.ts'
import { session, useAccount } from '#features/account-model/accounts.ts'
import { BY_CODE } from '#features/account-model/by-code.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { currentLanguage } from '#i18n/language.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import styles from './links.module.css'
import { useConfirmationWait } from './use-confirmation-wait.ts'

/** Shows a person with an unconfirmed account where to find the link, and can send it again. */
export function ConfirmNotice() {
  const { t } = useTranslation()
  const email = useAccount((account) => account.email)
  const locale = useAccount((account) => account.locale)
  const { wait, start } = useConfirmationWait()
  const isWaiting = wait > 0

  const mail = useServerCall({
    send: () => emailedLinksApi.sendConfirm(locale ?? currentLanguage()),
    onDone: () => {
      start()
      showMessage('success', t('mailSent', { email }))
    },
    onFailure: (failure) => {
      const refusal = failure instanceof ApiFailure ? failure.error : null
      if (refusal === 'too_many_requests') start()
      if (refusal !== 'account_already_confirmed') return undefined
      void session.confirmed()
      return null
    },
  })

  return (
    <Banner
      icon="mail"
      action={
        <Button variant="quiet" loading={mail.isSending} disabled={isWaiting} onClick={() => mail.send()}>
          {isWaiting ? t('confirmNotice.wait', { seconds: wait }) : t('confirmNotice.again')}
        </Button>
      }
    >
      <span>{`${t('confirmNotice.text')} `}</span>
      <Link className={styles.inline} to="/confirmaccount" state={BY_CODE}>
        {t('mailedCode.use')}
      </Link>
    </Banner>
  )
}
