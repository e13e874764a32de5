import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/failures.ts'
import { hideMessage, showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { PasswordField } from '#ui/Field.tsx'
import styles from './security.module.css'

/**
 * Asks for the password before something that changes how the account is protected. `onProved` acts with it; what
 * it raises is shown, a wrong password by the field.
 */
export function ProofDialog(props: {
  open: boolean
  title: string
  text: ReactNode
  confirmLabel: string
  danger?: boolean
  /** Further fields, above the password. */
  children?: ReactNode
  /** Whether those fields can be sent. */
  isReady?: boolean
  onCancel: () => void
  onProved: (password: string) => Promise<void>
}) {
  const { t } = useTranslation()
  const form = useId()
  const [password, setPassword] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isSending, setSending] = useState(false)

  const cancel = () => {
    setPassword('')
    setWrong(false)
    props.onCancel()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || password === '' || props.isReady === false) return
    hideMessage()
    setWrong(false)
    setSending(true)
    try {
      await props.onProved(password)
      setPassword('')
    } catch (failure) {
      const isOfPassword = failure instanceof ApiFailure && failure.error === 'invalid_credentials'
      setWrong(isOfPassword)
      if (!isOfPassword) showMessage('error', errorText(failure, t))
    }
    setSending(false)
  }

  return (
    <Dialog
      open={props.open}
      title={props.title}
      text={props.text}
      onCancel={cancel}
      actions={
        <>
          <Button variant="quiet" onClick={cancel}>
            {t('dialog.cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={props.danger ? 'danger' : 'primary'}
            loading={isSending}
            disabled={password === '' || props.isReady === false}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        {props.children}
        <PasswordField
          label={t('twoStep.password')}
          name="password"
          autoComplete="current-password"
          showLabel={t('password.show')}
          hideLabel={t('password.hide')}
          value={password}
          error={isWrong ? t('errors.incorrectPassword') : null}
          onChange={(event) => {
            setPassword(event.target.value)
            setWrong(false)
          }}
        />
      </form>
    </Dialog>
  )
}
