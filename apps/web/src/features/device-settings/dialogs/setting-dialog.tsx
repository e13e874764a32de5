import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#i18n/error-text.ts'
import type { ServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from '../settings.module.css'

/**
 * A dialog that changes a device, with Cancel and a button named after the action. It cannot be closed while its call runs. An
 * error is shown in the dialog.
 */
export function SettingDialog(props: {
  open: boolean
  title: string
  text?: ReactNode
  children?: ReactNode
  /** The label of the action button. */
  verb?: 'save' | 'reverse' | 'recalibrate' | 'restart' | 'delete'
  danger?: boolean
  /** The choice cannot be sent. */
  isInvalid?: boolean
  call: Pick<ServerCall, 'isSending' | 'failure' | 'forgetFailure'>
  onCancel: () => void
  onConfirm: () => void
}) {
  const { t } = useTranslation()
  const formId = useId()
  const { verb = 'save', isInvalid = false, call, open } = props
  const { isSending: isBusy, failure } = call
  const forgetFailure = useRef(call.forgetFailure)
  forgetFailure.current = call.forgetFailure
  // An error from an earlier opening must not be shown again.
  useLayoutEffect(() => {
    if (open) forgetFailure.current()
  }, [open])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && !isInvalid) props.onConfirm()
  }
  const cancel = () => {
    if (!isBusy) props.onCancel()
  }

  return (
    <Dialog
      open={open}
      title={props.title}
      text={props.text}
      onCancel={cancel}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={props.onCancel}>
            {t('dialog.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={props.danger ? 'danger' : 'primary'}
            disabled={isInvalid}
            loading={isBusy}
          >
            {t(`settings.do.${verb}`)}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} aria-busy={isBusy} noValidate onSubmit={submit}>
        {props.children}
      </form>
      {failure !== null && (
        <p className={styles.error} role="alert">
          {errorText(failure, t)}
        </p>
      )}
    </Dialog>
  )
}
