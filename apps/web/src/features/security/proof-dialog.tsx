import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '#features/account-model/accounts.ts'
import { PasswordInput } from '#features/account-model/password-input.tsx'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { proofRefusal } from './proof-refusal.ts'
import styles from './security.module.css'

/**
 * Asks for the password before a change of the account's protection. An account without a password needs a recent sign-in
 * instead. `onProved` makes the change; its errors are shown, a wrong password at the field.
 */
export function ProofDialog(props: {
  title: string
  text?: string
  confirmLabel: string
  danger?: boolean
  /** Further fields above the password. */
  children?: ReactNode
  /** Whether these fields are valid. */
  isReady?: boolean
  onCancel: () => void
  onProved: (password: string) => Promise<void>
}) {
  const { t } = useTranslation()
  const form = useId()
  const hasPassword = useAccount((account) => account.isPasswordSet)
  const [password, setPassword] = useState('')

  const isReady = (password !== '' || !hasPassword) && props.isReady !== false

  const proof = useServerCall({
    send: () => props.onProved(password),
    onFailure: (failure) => {
      const refusal = proofRefusal(failure)
      if (refusal === 'wrong') return null
      return refusal === 'stale' ? t('twoStep.stale') : undefined
    },
  })

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
            loading={proof.isSending}
            disabled={!isReady}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) proof.send()
        }}
      >
        {props.children}
        {hasPassword && (
          <PasswordInput
            label={t('twoStep.password')}
            name="password"
            autoComplete="current-password"
            value={password}
            error={proofRefusal(proof.failure) === 'wrong' ? t('errors.incorrectPassword') : null}
            onChange={(event) => {
              setPassword(event.target.value)
              proof.forgetFailure()
            }}
          />
        )}
      </form>
    </Dialog>
  )
}

const joinedText = (...texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined).join(' ')
