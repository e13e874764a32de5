import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hideMessage, showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Field } from '#ui/forms/field.tsx'
import { QrCode } from '#ui/layout/qr-code.tsx'
import { groupedSecret } from './recovery.ts'
import { readCode, secondStepRefusal } from './second-step-rules.ts'
import styles from './security.module.css'
import { securityApi } from './security.ts'

const CODE_LENGTH = 6

/** The secret for an authenticator app, as a picture and as text, and the first code that proves it arrived. */
export function AuthenticatorDialog(props: {
  secret: string
  /** otpauth:// */
  uri: string
  onCancel: () => void
  onAdded: (recoveryCodes: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const form = useId()
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isSending, setSending] = useState(false)
  const isReady = readCode(code).length === CODE_LENGTH

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || !isReady) return
    hideMessage()
    setSending(true)
    try {
      props.onAdded(await securityApi.confirmTotp(readCode(code)))
    } catch (failure) {
      const isOfCode = secondStepRefusal(failure) === 'wrong'
      setWrong(isOfCode)
      if (!isOfCode) showMessage('error', errorText(failure, t))
      setSending(false)
    }
  }

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
          <Button type="submit" form={form} variant="primary" loading={isSending} disabled={!isReady}>
            {t('twoStep.turnOn')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
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
            setWrong(false)
          }}
        />
      </form>
    </Dialog>
  )
}
