import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NetworkFailure } from '#core/api/failures.ts'
import { hideMessage, showMessage } from '#core/messages.ts'
import { session } from '#features/account-model/accounts.ts'
import { EmailField } from '#features/account-model/email-field.tsx'
import { PasswordInput } from '#features/account-model/password-input.tsx'
import { secondFactorState } from '#features/account-model/second-factor-state.ts'
import { Button } from '#ui/controls/button.tsx'
import { loginFault, loginRefusal } from './account-forms.ts'

/** A form for e-mail and password. Errors are shown in the message bar. On success the account state changes. */
export function LoginForm({ onSecondFactor }: { onSecondFactor: (state: string) => void }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { isSending, logIn } = useLogin(onSecondFactor)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const fault = loginFault(email, password)
    if (fault !== null) {
      showMessage('error', t(`errors.${fault}`))
      const field = fault === 'invalidEmail' ? emailField : passwordField
      field.current?.focus()
      return
    }
    logIn(email.trim(), password)
  }

  return (
    <form onSubmit={submit} noValidate>
      <EmailField ref={emailField} label={t('login.email')} value={email} onChange={setEmail} />
      <PasswordInput
        ref={passwordField}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" wide loading={isSending}>
        {t('login.submit')}
      </Button>
    </form>
  )
}

/** A button that signs in to the demo home with its public account. */
export function DemoLogin(props: {
  account: { email: string; password: string }
  onSecondFactor: (state: string) => void
}) {
  const { t } = useTranslation()
  const { isSending, logIn } = useLogin(props.onSecondFactor)
  const { email, password } = props.account
  return (
    <Button wide loading={isSending} onClick={() => logIn(email, password)}>
      {t('login.enterDemo')}
    </Button>
  )
}

/** Does not use `useServerCall`, because its library would exceed the JavaScript budget of the login page. */
function useLogin(onSecondFactor: (state: string) => void) {
  const { t } = useTranslation()
  const [isSending, setSending] = useState(false)

  const refuse = (failure: unknown) => {
    const state = secondFactorState(failure)
    if (state !== null) return onSecondFactor(state)
    const general = failure instanceof NetworkFailure ? 'network' : 'generic'
    showMessage('error', t(`errors.${loginRefusal(failure) ?? general}`))
  }

  const logIn = (email: string, password: string) => {
    hideMessage()
    setSending(true)
    void session
      .login(email, password)
      .catch(refuse)
      .finally(() => setSending(false))
  }
  return { isSending, logIn }
}
