import type { DeviceSettings } from '@senca/contract'
import { RadioList, type RadioOption } from '#ui/forms/radio-list.tsx'
import type { DeviceDialogProps } from '../device-dialog.ts'
import { useDraft } from '../use-draft.ts'
import { useSaving } from '../use-saving.ts'
import { SettingDialog } from './setting-dialog.tsx'

/**
 * A dialog with a few choices that saves the confirmed one. `value` is the current setting; null if none is set or it is unknown.
 */
export function ChoiceDialog<Value extends string>(
  props: DeviceDialogProps & {
    title: string
    text?: string
    verb?: 'save' | 'reverse'
    value: Value | null
    options: readonly RadioOption<Value>[]
    /** The settings to send for a choice. */
    settingsOf: (value: Value) => DeviceSettings
  },
) {
  const [choice, setChoice] = useDraft<Value | null>(props.open, props.value)
  const saving = useSaving(props)

  return (
    <SettingDialog
      open={props.open}
      title={props.title}
      text={props.text}
      verb={props.verb ?? 'save'}
      isInvalid={choice === null}
      call={saving}
      onCancel={props.onClose}
      onConfirm={() => {
        if (choice !== null) saving.send(props.settingsOf(choice))
      }}
    >
      <RadioList
        label={props.title}
        value={choice}
        options={props.options}
        onChange={(value) => {
          setChoice(value)
          saving.forgetFailure()
        }}
      />
    </SettingDialog>
  )
}
