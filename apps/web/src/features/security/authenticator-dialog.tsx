import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readCode, secondStepRefusal } from '#features/account-model/second-step-rules.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Field } from '#ui/forms/field.tsx'
import { QrCode } from '#ui/layout/qr-code.tsx'
import { groupedSecret } from './recovery.ts'
import { securityApi } from './security.api.ts'
import styles from './security.module.css'

const CODE_LENGTH = 6

/** Shows the secret for an authenticator app as a QR code and as text, and asks for the first code to verify it. */
export function AuthenticatorDialog(props: {
  secret: string
  /** An otpauth:// URI. */
  uri: string
  onCancel: () => void
  onAdded: (recoveryCodes: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const form = useId()
  const [code, setCode] = useState('')
  const isReady = readCode(code).length === CODE_LENGTH

  const confirmation = useServerCall({
    send: () => securityApi.confirmTotp(readCode(code)),
    onDone: props.onAdded,
    onFailure: (failure) => (secondStepRefusal(failure) === 'wrong' ? null : undefined),
  })
  const isWrong = confirmation.failure !== null && secondStepRefusal(confirmation.failure) === 'wrong'

  return (
    <Dialog
      open
      title={t('twoStep.scanTitle')}
      text={t('twoStep.scanText')}
      onCancel={props.onCancel}
      actions={
        <>
          <Button variant="quiet" onClick={props.onCancel}>
            {t('dialog.cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            loading={confirmation.isSending}
            disabled={!isReady}
          >
            {t('twoStep.turnOn')}
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
          if (isReady) confirmation.send()
        }}
      >
        <QrCode text={props.uri} label={t('twoStep.qr')} />
        <dl className={styles.secret}>
          <dt>{t('twoStep.secret')}</dt>
          <dd>{groupedSecret(props.secret)}</dd>
        </dl>
        <Field
          label={t('twoStep.code')}
          name="one-time-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={code}
          error={isWrong ? t('errors.codeInvalid') : null}
          onChange={(event) => {
            setCode(event.target.value)
            confirmation.forgetFailure()
          }}
        />
      </form>
    </Dialog>
  )
}
