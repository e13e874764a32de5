import { LIMITS, MAGNET_LOCK_UNLOCK_TYPES } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { Field } from '#ui/Field.tsx'
import { deviceEvents, devicesApi } from '../devices.ts'
import { ChoiceDialog } from '../settings/ChoiceDialog.tsx'
import { type DeviceDialogProps, SettingDialog, useDialogCall, useDraft } from '../settings/index.ts'
import { unlockSecondsOf } from './door-history.ts'
import { readSeconds } from './unlock-duration.ts'

/** Says when the magnet lock locks again. */
export function LockTypeDialog(props: DeviceDialogProps) {
  const { t } = useTranslation()
  return (
    <ChoiceDialog
      {...props}
      title={t('doorSettings.lockType.title')}
      text={t('doorSettings.lockType.text')}
      value={props.device.settings.magnetLockUnlockType ?? 'timed'}
      options={MAGNET_LOCK_UNLOCK_TYPES.map((type) => ({
        value: type,
        label: t(`doorSettings.lockType.${type}`),
      }))}
      settingsOf={(type) => ({ magnetLockUnlockType: type })}
    />
  )
}

const BOUNDS = {
  min: String(LIMITS.UNLOCK_DURATION_MIN_S),
  max: String(LIMITS.UNLOCK_DURATION_MAX_S),
}

/** Sets for how long the locks stay unlocked. */
export function DurationDialog({ device, open, onClose }: DeviceDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useDraft(open, String(unlockSecondsOf(device)))
  const { isBusy, error, run, forgetError } = useDialogCall(open)
  const seconds = readSeconds(text)

  const confirm = () => {
    if (seconds === null) return
    void run(
      () => devicesApi.changeSettings(device.id, { unlockDuration: seconds }),
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
      title={t('doorSettings.duration.title')}
      text={t('doorSettings.duration.text')}
      isInvalid={seconds === null}
      isBusy={isBusy}
      error={error}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <Field
        label={t('doorSettings.duration.label')}
        value={text}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        hint={t('doorSettings.duration.hint', BOUNDS)}
        error={seconds === null ? t('doorSettings.duration.invalid', BOUNDS) : null}
        onChange={(event) => {
          setText(event.target.value)
          forgetError()
        }}
      />
    </SettingDialog>
  )
}
