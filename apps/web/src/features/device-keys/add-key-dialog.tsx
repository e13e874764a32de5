import type { DeviceInfo } from '@senca/contract'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Field } from '#ui/forms/field.tsx'
import { pastedKey } from './key-text.ts'
import { keysApi } from './keys.ts'
import styles from './keys-page.module.css'
import { refusalText } from './refusal-text.ts'

/** A dialog to paste a public key; an error is shown below it. */
export function AddKeyDialog(props: {
  device: DeviceInfo
  open: boolean
  onClose: () => void
  onAdded: () => Promise<unknown>
}) {
  const { t } = useTranslation()
  const formId = useId()
  const [text, setText] = useState('')
  const close = () => {
    setText('')
    adding.forgetFailure()
    props.onClose()
  }
  const adding = useServerCall({
    send: () => keysApi.add(props.device.id, pastedKey(text)),
    onDone: async () => {
      await props.onAdded()
      close()
      showMessage('success', t('keys.addedDone'))
    },
    onFailure: () => null,
  })
  const isEmpty = text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) adding.send()
  }
  return (
    <Dialog
      open={props.open}
      title={t('keys.paste')}
      onCancel={close}
      actions={
        <>
          <Button variant="quiet" disabled={adding.isSending} onClick={close}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" form={formId} disabled={isEmpty} loading={adding.isSending}>
            {t('keys.add')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        <Field
          label={t('keys.label')}
          hint={t('keys.hint', { pem: 'PEM', jwk: 'JWK', p256: 'P-256', ed25519: 'Ed25519' })}
          value={text}
          autoComplete="off"
          spellCheck={false}
          error={
            adding.failure === null ? null : (refusalText(adding.failure, t) ?? errorText(adding.failure, t))
          }
          render={<textarea className={styles.text} rows={6} />}
          onChange={(event) => {
            setText(event.target.value)
            adding.forgetFailure()
          }}
        />
      </form>
    </Dialog>
  )
}
