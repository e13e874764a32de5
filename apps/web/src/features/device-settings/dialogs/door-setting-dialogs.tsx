import { LIMITS, MAGNET_LOCK_UNLOCK_TYPES } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { unlockSecondsOf } from '#features/device-model/views/door-view.ts'
import type { DeviceDialogProps } from '../device-dialog.ts'
import { ChoiceDialog } from './choice-dialog.tsx'
import { NumberDialog } from './number-dialog.tsx'

/** A dialog for the time when the magnet lock locks again. */
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

/** A dialog for the time that the locks stay unlocked. */
export function DurationDialog(props: DeviceDialogProps) {
  const { t } = useTranslation()
  return (
    <NumberDialog
      {...props}
      title={t('doorSettings.duration.title')}
      text={t('doorSettings.duration.text')}
      label={t('doorSettings.duration.label')}
      hint={t('doorSettings.duration.hint', BOUNDS)}
      min={LIMITS.UNLOCK_DURATION_MIN_S}
      max={LIMITS.UNLOCK_DURATION_MAX_S}
      value={unlockSecondsOf(props.device)}
      faultText={() => t('doorSettings.duration.invalid', BOUNDS)}
      settingsOf={(seconds) => ({ unlockDuration: seconds })}
    />
  )
}
