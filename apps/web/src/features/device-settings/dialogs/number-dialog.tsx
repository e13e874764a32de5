import type { DeviceSettings } from '@senca/contract'
import { Field } from '#ui/forms/field.tsx'
import type { DeviceDialogProps } from '../device-dialog.ts'
import { useDraft } from '../use-draft.ts'
import { useSaving } from '../use-saving.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { type NumberFault, readWholeNumber } from './whole-number.ts'

/** A dialog for a whole number from `min` to `max`; it can be saved when the number is valid. */
export function NumberDialog({
  min,
  max,
  ...props
}: DeviceDialogProps & {
  title: string
  text: string
  label: string
  hint: string
  min: number
  max: number
  /** The current value; null if unknown. */
  value: number | null
  /** Returns the error text. */
  faultText: (fault: NumberFault) => string
  /** The settings to send for a number. */
  settingsOf: (value: number) => DeviceSettings
}) {
  const [text, setText] = useDraft(props.open, String(props.value ?? ''))
  const saving = useSaving(props)
  const reading = readWholeNumber(text, min, max)

  return (
    <SettingDialog
      open={props.open}
      title={props.title}
      text={props.text}
      isInvalid={'fault' in reading}
      call={saving}
      onCancel={props.onClose}
      onConfirm={() => {
        if ('value' in reading) saving.send(props.settingsOf(reading.value))
      }}
    >
      <Field
        label={props.label}
        value={text}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        hint={props.hint}
        error={'fault' in reading ? props.faultText(reading.fault) : null}
        onChange={(event) => {
          setText(event.target.value)
          saving.forgetFailure()
        }}
      />
    </SettingDialog>
  )
}
