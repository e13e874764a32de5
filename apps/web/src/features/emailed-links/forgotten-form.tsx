import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { EmailField } from '#features/account-model/email-field.tsx'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { quotedErrorText } from '#i18n/error-text.ts'
import { currentLanguage } from '#i18n/language.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { forgottenRefusal } from './forgotten-refusal.ts'
import { MailedCode } from './mailed-code.tsx'

/** A form that requests the e-mail for a new password. */
export function ForgottenForm({ onToken }: { onToken: (token: string) => void }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const isEmpty = email.trim() === ''

  const mail = useServerCall({
    send: () => emailedLinksApi.sendReset(email.trim(), currentLanguage()),
    onDone: () => showMessage('success', t('forgotten.sent')),
    onFailure: (failure) => {
      const refusal = forgottenRefusal(failure)
      return refusal === null ? quotedErrorText(failure, t) : t(refusal)
    },
  })

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty) mail.send()
        }}
      >
        <EmailField label={t('forgotten.email')} value={email} onChange={setEmail} />
        <Button type="submit" variant="primary" wide loading={mail.isSending} disabled={isEmpty}>
          {t('forgotten.submit')}
        </Button>
      </form>
      <MailedCode
        key={email.trim()}
        purpose="reset"
        send={(language) => emailedLinksApi.sendReset(email.trim(), language, 'code')}
        disabled={isEmpty}
        onToken={onToken}
      />
    </>
  )
}
