import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session, useAccount } from '#features/account-model/accounts.ts'
import { NewPasswordFields } from '#features/account-model/new-password-fields.tsx'
import { PasswordInput } from '#features/account-model/password-input.tsx'
import { usePasswordPair } from '#features/account-model/password-pair.ts'
import { changeRefusal } from '#features/account-model/password-refusals.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'

/** A form for the current and a new password. The change ends all other sessions of the account. */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const email = useAccount((account) => account.email)
  const [current, setCurrent] = useState('')
  const pair = usePasswordPair()
  const isReady = current !== '' && pair.isComplete
  const change = useServerCall({
    send: () => session.changePassword(current, pair.password),
    onDone: onChanged,
    onFailure: (failure) => t(`errors.${changeRefusal(failure)}`),
  })

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) change.send()
      }}
    >
      <input type="hidden" name="username" autoComplete="username" value={email ?? ''} readOnly />
      <PasswordInput
        label={t('changePassword.current')}
        name="current-password"
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <NewPasswordFields pair={pair} email={email} />
      <Button type="submit" variant="primary" wide loading={change.isSending} disabled={!isReady}>
        {t('changePassword.submit')}
      </Button>
    </form>
  )
}
