import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '#features/account-model/accounts.ts'
import { EmailField } from '#features/account-model/email-field.tsx'
import { NewPasswordField, RepeatedPasswordField } from '#features/account-model/new-password-field.tsx'
import { showsMismatch } from '#features/account-model/password-pair.ts'
import { currentLanguage } from '#i18n/language.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { registerFault, registerRefusal } from './account-forms.ts'

/** A form for a new account. Errors are shown at their fields. On success the account state changes. */
export function RegisterForm() {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [hasLeftConfirmation, setLeftConfirmation] = useState(false)

  const fields = { email, password, confirmation }
  const register = useServerCall({
    send: () => session.register(email.trim(), password, currentLanguage()),
    onFailure: (failure) => (registerRefusal(failure) === null ? undefined : null),
  })
  const refusal = registerRefusal(register.failure)
  const isPasswordRefusal = refusal === 'passwordTooWeak'
  const refusalText = refusal === null ? null : t(`errors.${refusal}`)

  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    register.forgetFailure()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (registerFault(fields) === null) register.send()
      }}
    >
      <EmailField
        label={t('register.email')}
        value={email}
        error={isPasswordRefusal ? null : refusalText}
        onChange={change(setEmail)}
      />
      <NewPasswordField
        label={t('register.password')}
        hint={t('register.passwordHint')}
        value={password}
        email={email}
        error={isPasswordRefusal ? refusalText : null}
        onChange={change(setPassword)}
      />
      <RepeatedPasswordField
        label={t('register.confirmation')}
        value={confirmation}
        error={showsMismatch(fields, hasLeftConfirmation) ? t('errors.passwordMismatch') : null}
        onChange={change(setConfirmation)}
        onLeave={() => setLeftConfirmation(true)}
      />
      <Button
        type="submit"
        variant="primary"
        wide
        loading={register.isSending}
        disabled={registerFault(fields) !== null}
      >
        {t('register.submit')}
      </Button>
    </form>
  )
}
