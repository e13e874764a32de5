import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/failures.ts'
import { hideMessage, showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { session, useAccount } from '../accounts.ts'
import { NewPasswordFields } from '../passwords/new-password-fields.tsx'
import type { PasswordPairState } from '../passwords/password-pair.ts'
import { refusalText } from '../passwords/password-refusals.ts'
import { linksApi } from './links.ts'

/** The first password of an account that signs in by Google or Apple. */
export function AddPasswordForm({
  request,
  pair,
  onAdded,
  onWrongCode,
}: {
  request: string
  pair: PasswordPairState
  onAdded: () => void
  /** The code that was typed is wrong; without it a message says so. */
  onWrongCode?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const email = useAccount((account) => account.email)
  const [isSending, setSending] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || !pair.isComplete) return
    hideMessage()
    setSending(true)
    try {
      await linksApi.addPassword(request, pair.password)
      await session.passwordAdded()
      onAdded()
    } catch (failure) {
      const refusal = failure instanceof ApiFailure ? failure : null
      if (refusal?.error === 'confirmation_code_expired' && onWrongCode !== undefined) onWrongCode()
      else {
        showMessage(
          'error',
          refusal === null ? errorText(failure, t) : refusalText(refusal, currentLanguage(), t),
        )
      }
    }
    setSending(false)
  }

  return (
    <form onSubmit={submit} noValidate>
      <NewPasswordFields pair={pair} email={email} />
      <Button type="submit" variant="primary" wide loading={isSending} disabled={!pair.isComplete}>
        {t('addPassword.submit')}
      </Button>
    </form>
  )
}
