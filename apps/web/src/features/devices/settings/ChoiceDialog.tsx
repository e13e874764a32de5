import type { DeviceSettings } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { RadioList, type RadioOption } from '#ui/RadioList.tsx'
import { deviceEvents, devicesApi } from '../devices.ts'
import type { DeviceDialogProps } from './device-dialog.ts'
import { SettingDialog } from './SettingDialog.tsx'
import { useDialogCall } from './use-dialog-call.ts'
import { useDraft } from './use-draft.ts'

/** Offers a few choices, of which `value` is set now (null: none, or not known), and saves the one that is confirmed. */
export function ChoiceDialog<Value extends string>({
  device,
  open,
  onClose,
  ...props
}: DeviceDialogProps & {
  title: string
  text?: string
  value: Value | null
  options: readonly RadioOption<Value>[]
  /** The settings that a choice stands for. */
  settingsOf: (value: Value) => DeviceSettings
}) {
  const { t } = useTranslation()
  const [choice, setChoice] = useDraft<Value | null>(open, props.value)
  const { isBusy, error, run, forgetError } = useDialogCall(open)

  const confirm = () => {
    if (choice === null) return
    void run(
      () => devicesApi.changeSettings(device.id, props.settingsOf(choice)),
      (changed) => {
        deviceEvents.put(changed)
        onClose()
        showMessage('success', t('settings.saved'))
      },
    )
  }

  return (
    <SettingDialog
      open={open}
      title={props.title}
      text={props.text}
      isInvalid={choice === null}
      isBusy={isBusy}
      error={error}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <RadioList
        label={props.title}
        value={choice}
        options={props.options}
        onChange={(value) => {
          setChoice(value)
          forgetError()
        }}
      />
    </SettingDialog>
  )
}
