import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hideMessage, showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { PasswordField } from '#ui/forms/field.tsx'
import { useAccount } from '../accounts.ts'
import { proofRefusal } from './proof-refusal.ts'
import styles from './security.module.css'

/**
 * Asks for the password before something that changes how the account is protected; an account without one goes by
 * how fresh its sign-in is. `onProved` acts with it; what it raises is shown, a wrong password by the field.
 */
export function ProofDialog(props: {
  title: string
  text?: string
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
  const hasPassword = useAccount((account) => account.isPasswordSet)
  const [password, setPassword] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isSending, setSending] = useState(false)

  const isReady = (password !== '' || !hasPassword) && props.isReady !== false

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || !isReady) return
    hideMessage()
    setWrong(false)
    setSending(true)
    try {
      await props.onProved(password)
    } catch (failure) {
      const refusal = proofRefusal(failure)
      setWrong(refusal === 'wrong')
      if (refusal === 'stale') showMessage('error', t('twoStep.stale'))
      if (refusal === null) showMessage('error', errorText(failure, t))
    }
    setSending(false)
  }

  return (
    <Dialog
      open
      title={props.title}
      text={joinedText(props.text, hasPassword ? t('twoStep.proof') : undefined)}
      onCancel={props.onCancel}
      actions={
        <>
          <Button variant="quiet" onClick={props.onCancel}>
            {t('dialog.cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={props.danger ? 'danger' : 'primary'}
            loading={isSending}
            disabled={!isReady}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        {props.children}
        {hasPassword && (
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
        )}
      </form>
    </Dialog>
  )
}

const joinedText = (...texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined).join(' ')
