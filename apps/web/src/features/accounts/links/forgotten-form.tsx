import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hideMessage, showMessage } from '#core/messages.ts'
import { quotedErrorText } from '#i18n/error-text.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmailField } from '../email-field.tsx'
import { forgottenRefusal } from './forgotten-refusal.ts'
import { linksApi } from './links.ts'
import { MailedCode } from './mailed-code.tsx'

/** Asks for the mail that leads to a new password. */
export function ForgottenForm({ onToken }: { onToken: (token: string) => void }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [isSending, setSending] = useState(false)
  const isEmpty = email.trim() === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || isEmpty) return
    hideMessage()
    setSending(true)
    try {
      await linksApi.sendReset(email.trim(), currentLanguage())
      showMessage('success', t('forgotten.sent'))
    } catch (failure) {
      const refusal = forgottenRefusal(failure)
      showMessage('error', refusal === null ? quotedErrorText(failure, t) : t(refusal))
    }
    setSending(false)
  }

  return (
    <>
      <form onSubmit={submit} noValidate>
        <EmailField label={t('forgotten.email')} value={email} onChange={setEmail} />
        <Button type="submit" variant="primary" wide loading={isSending} disabled={isEmpty}>
          {t('forgotten.submit')}
        </Button>
      </form>
      <MailedCode
        key={email.trim()}
        purpose="reset"
        send={(language) => linksApi.sendReset(email.trim(), language, 'code')}
        disabled={isEmpty}
        onToken={onToken}
      />
    </>
  )
}
