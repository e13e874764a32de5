import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hideMessage, showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import { PasswordField } from '#ui/forms/field.tsx'
import { session, useAccount } from '../accounts.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePasswordPair } from './password-pair.ts'
import { changeRefusal } from './password-refusals.ts'

/** The current password and a new one; every other session of the account ends with the change. */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const email = useAccount((account) => account.email)
  const [current, setCurrent] = useState('')
  const pair = usePasswordPair()
  const [isSending, setSending] = useState(false)
  const isReady = current !== '' && pair.isComplete

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || !isReady) return
    hideMessage()
    setSending(true)
    try {
      await session.changePassword(current, pair.password)
      onChanged()
    } catch (failure) {
      showMessage('error', t(`errors.${changeRefusal(failure)}`))
    }
    setSending(false)
  }

  return (
    <form onSubmit={submit} noValidate>
      <input type="hidden" name="username" autoComplete="username" value={email ?? ''} readOnly />
      <PasswordField
        label={t('changePassword.current')}
        name="current-password"
        autoComplete="current-password"
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <NewPasswordFields pair={pair} email={email} />
      <Button type="submit" variant="primary" wide loading={isSending} disabled={!isReady}>
        {t('changePassword.submit')}
      </Button>
    </form>
  )
}
