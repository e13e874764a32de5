import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Button } from '#ui/Button.tsx'
import { Field, PasswordField } from '#ui/Field.tsx'
import { type AccountError, isMismatch, registerFault, registerRefusal } from './account-forms.ts'
import { session } from './accounts.ts'
import { StrengthNote } from './passwords/strength-note.tsx'

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
  const isDifferent = confirmation !== '' && confirmation !== password
  const showsMismatch = isMismatch(fields) || (hasLeftConfirmation && isDifferent)
  const isPasswordRefusal = refusal === 'passwordTooWeak'
  const refusalText = refusal === null ? null : t(`errors.${refusal}`)

  const change = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
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

  const eye = { showLabel: t('password.show'), hideLabel: t('password.hide') }
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label={t('register.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={isPasswordRefusal ? null : refusalText}
        onChange={change(setEmail)}
      />
      <div>
        <PasswordField
          {...eye}
          label={t('register.password')}
          name="new-password"
          autoComplete="new-password"
          hint={t('register.passwordHint')}
          value={password}
          error={isPasswordRefusal ? refusalText : null}
          onChange={change(setPassword)}
        />
        <StrengthNote password={password} email={email} />
      </div>
      <PasswordField
        {...eye}
        label={t('register.confirmation')}
        name="confirm-password"
        autoComplete="new-password"
        value={confirmation}
        error={showsMismatch ? t('errors.passwordMismatch') : null}
        onChange={change(setConfirmation)}
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
