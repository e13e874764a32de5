import { DEVICE_PIN } from '@senca/contract'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { PinPad } from '#ui/forms/pin-pad.tsx'

export const PIN_MAX_LENGTH = 8

/** Asks for a PIN of 4 to 8 digits; every mount starts empty. With `isLocked` no input is possible. */
export function PinDialog(props: {
  title: string
  text: string
  confirmLabel: string
  error: string | null
  /** The number of refused PINs. Each refusal clears the input. */
  refusals: number
  isBusy?: boolean
  isLocked?: boolean
  onCancel: () => void
  onPin: (pin: string) => void
}) {
  const { t } = useTranslation()
  const form = useId()
  const [pin, setPin] = useState('')
  const [refusals, setRefusals] = useState(props.refusals)
  const { isBusy = false, isLocked = false } = props
  const { isBlocked } = useCommandKey({})
  if (refusals !== props.refusals) {
    setRefusals(props.refusals)
    setPin('')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && !isLocked && !isBlocked && DEVICE_PIN.test(pin)) props.onPin(pin)
  }

  return (
    <Dialog
      open
      title={props.title}
      text={props.text}
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
            isCommand
            loading={isBusy}
            disabled={isLocked || !DEVICE_PIN.test(pin)}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <PinPad
          label={t('door.pin.label')}
          deleteLabel={t('door.pin.delete')}
          value={pin}
          maxLength={PIN_MAX_LENGTH}
          error={props.error}
          disabled={isLocked}
          onChange={setPin}
        />
      </form>
    </Dialog>
  )
}
