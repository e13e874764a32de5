import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NetworkFailure } from '#core/api/failures.ts'
import { hideMessage, showMessage } from '#core/messages.ts'
import { session } from '#features/account-model/accounts.ts'
import { EmailField } from '#features/account-model/email-field.tsx'
import { PasswordInput } from '#features/account-model/password-input.tsx'
import { secondFactorState } from '#features/account-model/second-factor-state.ts'
import { Button } from '#ui/controls/button.tsx'
import { type LoginFault, loginFault, loginRefusal } from './account-forms.ts'

/** A form for e-mail and password. Errors stand below their field until it changes. On success the account state changes. */
export function LoginForm({ onSecondFactor }: { onSecondFactor: (state: string) => void }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<LoginFault | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const refuse = (next: LoginFault) => {
    setFault(next)
    const field = isAboutEmail(next) ? emailField : passwordField
    field.current?.focus()
  }
  const { isSending, logIn } = useLogin({ onSecondFactor, onRefused: refuse })
  const text = fault === null ? null : t(`errors.${fault}`)
  const isOfEmail = fault !== null && isAboutEmail(fault)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const found = loginFault(email, password)
    if (found !== null) return refuse(found)
    setFault(null)
    logIn(email.trim(), password)
  }

  return (
    <form onSubmit={submit} noValidate>
      <EmailField
        ref={emailField}
        label={t('login.email')}
        value={email}
        error={isOfEmail ? text : null}
        onChange={(next) => {
          setEmail(next)
          setFault(null)
        }}
      />
      <PasswordInput
        ref={passwordField}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={isOfEmail ? null : text}
        onChange={(event) => {
          setPassword(event.target.value)
          setFault(null)
        }}
      />
      <Button type="submit" variant="primary" wide loading={isSending}>
        {t('login.submit')}
      </Button>
    </form>
  )
}

const isAboutEmail = (fault: LoginFault): boolean => fault === 'invalidEmail' || fault === 'noSuchAccount'

/** A button that signs in to the demo home with its public account. */
export function DemoLogin(props: {
  account: { email: string; password: string }
  onSecondFactor: (state: string) => void
}) {
  const { t } = useTranslation()
  const { isSending, logIn } = useLogin(props)
  const { email, password } = props.account
  return (
    <Button wide loading={isSending} onClick={() => logIn(email, password)}>
      {t('login.enterDemo')}
    </Button>
  )
}

interface LoginNeeds {
  onSecondFactor: (state: string) => void
  /** Called when the server refuses what a field has. Other failures are shown in the message bar. */
  onRefused?: (fault: LoginFault) => void
}

/** Does not use `useServerCall`, because its library would exceed the JavaScript budget of the login page. */
function useLogin({ onSecondFactor, onRefused }: LoginNeeds) {
  const { t } = useTranslation()
  const [isSending, setSending] = useState(false)

  const refuse = (failure: unknown) => {
    const state = secondFactorState(failure)
    if (state !== null) return onSecondFactor(state)
    const fault = loginRefusal(failure)
    if (fault !== null && onRefused !== undefined) return onRefused(fault)
    const general = failure instanceof NetworkFailure ? 'network' : 'generic'
    showMessage('error', t(`errors.${fault ?? general}`))
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
