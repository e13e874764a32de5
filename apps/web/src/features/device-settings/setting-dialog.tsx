import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Field } from '#ui/forms/field.tsx'
import { RadioList } from '#ui/forms/radio-list.tsx'
import type { AskingRow } from './setting-row.ts'
import styles from './settings.module.css'

/**
 * The dialog of a row: it asks for a choice, a text or only a confirmation. A success closes it, an error is shown in it. Must be
 * mounted again for each opening, so that it starts with the current value.
 */
export function SettingDialog({
  row,
  open,
  onClose,
}: {
  row: AskingRow
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [value, setValue] = useState(row.kind === 'action' ? null : row.current)
  const call = useServerCall({
    send: (send: () => Promise<unknown>) => send(),
    onDone: () => {
      onClose()
      showMessage('success', row.doneText)
    },
    onFailure: () => null,
  })
  const send = sendOf(row, value)
  const change = (changed: string) => {
    setValue(changed)
    call.forgetFailure()
  }
  return (
    <FormDialog
      open={open}
      title={row.title}
      text={row.text}
      confirmLabel={t(`settings.do.${row.verb}`)}
      danger={row.danger ?? false}
      isBusy={call.isSending}
      error={call.failure === null ? null : errorText(call.failure, t)}
      onCancel={onClose}
      onConfirm={send === null ? null : () => call.send(send)}
    >
      {row.kind === 'choice' && (
        <RadioList label={row.title} value={value} options={row.options} onChange={change} />
      )}
      {row.kind === 'text' && (
        <Field
          label={row.label}
          value={value ?? ''}
          inputMode={row.inputMode}
          autoComplete="off"
          enterKeyHint="done"
          hint={row.hint}
          // An empty field that was not edited shows no error.
          error={value === row.current ? null : row.errorOf(value ?? '')}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FormDialog>
  )
}

/** The call that a confirmation makes; null if the value cannot be sent. */
function sendOf(row: AskingRow, value: string | null): (() => Promise<unknown>) | null {
  switch (row.kind) {
    case 'action':
      return row.send
    case 'choice':
      return row.options.find((option) => option.value === value)?.send ?? null
    case 'text':
      return value !== null && row.errorOf(value) === null ? () => row.send(value) : null
  }
}

/**
 * A form in a dialog, with Cancel and a button that confirms. It cannot be closed while it is busy. `onConfirm` is null if the
 * input cannot be sent.
 */
export function FormDialog(props: {
  open: boolean
  title: string
  text?: ReactNode
  children?: ReactNode
  confirmLabel: string
  danger?: boolean
  isBusy: boolean
  error: string | null
  onCancel: () => void
  onConfirm: (() => void) | null
}) {
  const { t } = useTranslation()
  const formId = useId()
  const { isBusy, error, onConfirm } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onConfirm?.()
  }
  const cancel = () => {
    if (!isBusy) props.onCancel()
  }
  return (
    <Dialog
      open={props.open}
      title={props.title}
      text={props.text}
      onCancel={cancel}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={cancel}>
            {t('dialog.cancel')}
          </Button>
          <Button
            type="submit"
            isCommand
            form={formId}
            variant={props.danger ? 'danger' : 'primary'}
            disabled={onConfirm === null}
            loading={isBusy}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} aria-busy={isBusy} noValidate onSubmit={submit}>
        {props.children}
      </form>
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </Dialog>
  )
}
