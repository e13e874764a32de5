import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/failures.ts'
import { hideMessage, showMessage } from '#core/messages.ts'
import { quotedErrorText } from '#i18n/error-text.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { NewPasswordFields } from '../passwords/new-password-fields.tsx'
import { usePasswordPair } from '../passwords/password-pair.ts'
import { isTooWeak, refusalText } from '../passwords/password-refusals.ts'
import { linksApi } from './links.ts'

/** The new password of the person who has the link. */
export function ResetForm(props: { token: string; state: string; onReset: () => void }) {
  const { t } = useTranslation()
  const pair = usePasswordPair()
  const [isSending, setSending] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || !pair.isComplete) return
    hideMessage()
    setSending(true)
    try {
      await linksApi.reset(props.token, props.state, pair.password)
      props.onReset()
    } catch (failure) {
      if (isTooWeak(failure)) showMessage('error', t('reset.weak'))
      else
        showMessage(
          'error',
          failure instanceof ApiFailure
            ? refusalText(failure, currentLanguage(), t)
            : quotedErrorText(failure, t),
        )
    }
    setSending(false)
  }

  return (
    <form onSubmit={submit} noValidate>
      <NewPasswordFields pair={pair} email={null} />
      <Button type="submit" variant="primary" wide loading={isSending} disabled={!pair.isComplete}>
        {t('reset.submit')}
      </Button>
    </form>
  )
}
