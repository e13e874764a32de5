import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { PasswordField } from '#ui/forms/field.tsx'
import { type AccountError, registerFault, registerRefusal } from './account-forms.ts'
import { session } from './accounts.ts'
import { EmailField } from './email-field.tsx'
import { NewPasswordField } from './passwords/new-password-field.tsx'
import { showsMismatch } from './passwords/password-pair.ts'

/** A new account; what is wrong is said by its field. A success shows in the account slice. */
export function RegisterForm() {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [hasLeftConfirmation, setLeftConfirmation] = useState(false)
  const [refusal, setRefusal] = useState<AccountError | null>(null)
  const [isSending, setSending] = useState(false)

  const fields = { email, password, confirmation }
  const isPasswordRefusal = refusal === 'passwordTooWeak'
  const refusalText = refusal === null ? null : t(`errors.${refusal}`)

  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    setRefusal(null)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || registerFault(fields) !== null) return
    setSending(true)
    try {
      await session.register(email.trim(), password, currentLanguage())
    } catch (failure) {
      const known = registerRefusal(failure)
      setRefusal(known)
      if (known === null) showMessage('error', errorText(failure, t))
      setSending(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
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
      <PasswordField
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        label={t('register.confirmation')}
        name="confirm-password"
        autoComplete="new-password"
        value={confirmation}
        error={showsMismatch(fields, hasLeftConfirmation) ? t('errors.passwordMismatch') : null}
        onChange={(event) => change(setConfirmation)(event.target.value)}
        onBlur={() => setLeftConfirmation(true)}
      />
      <Button
        type="submit"
        variant="primary"
        wide
        loading={isSending}
        disabled={registerFault(fields) !== null}
      >
        {t('register.submit')}
      </Button>
    </form>
  )
}
