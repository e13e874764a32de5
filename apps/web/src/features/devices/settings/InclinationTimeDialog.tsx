import { LIMITS } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { Field } from '#ui/Field.tsx'
import { deviceEvents, devicesApi } from '../devices.ts'
import type { DeviceDialogProps } from './device-dialog.ts'
import { readInclinationTime } from './inclination-time.ts'
import { SettingDialog } from './SettingDialog.tsx'
import { useDialogCall } from './use-dialog-call.ts'
import { useDraft } from './use-draft.ts'

/** Written as they are to be typed: without marks between the digits. */
const BOUNDS = {
  min: String(LIMITS.INCLINATION_TIME_MIN_MS),
  max: String(LIMITS.INCLINATION_TIME_MAX_MS),
}

/** Sets how long a full turn of the slats takes. */
export function InclinationTimeDialog({ device, open, onClose }: DeviceDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useDraft(open, String(device.settings.inclinationTime ?? ''))
  const { isBusy, error, run, forgetError } = useDialogCall(open)
  const reading = readInclinationTime(text)

  const confirm = () => {
    if (!('ms' in reading)) return
    void run(
      () => devicesApi.changeSettings(device.id, { inclinationTime: reading.ms }),
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
      title={t('settings.inclinationTime.title')}
      text={t('settings.inclinationTime.text')}
      isInvalid={'fault' in reading}
      isBusy={isBusy}
      error={error}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <Field
        label={t('settings.inclinationTime.label')}
        value={text}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        hint={t('settings.inclinationTime.hint', BOUNDS)}
        error={'fault' in reading ? t(`settings.inclinationTime.${reading.fault}`, BOUNDS) : null}
        onChange={(event) => {
          setText(event.target.value)
          forgetError()
        }}
      />
    </SettingDialog>
  )
}
