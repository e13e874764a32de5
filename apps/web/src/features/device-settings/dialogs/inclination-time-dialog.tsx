import { LIMITS } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import type { DeviceDialogProps } from '../device-dialog.ts'
import { NumberDialog } from './number-dialog.tsx'

/** The limits as the person must type them, without digit grouping. */
const BOUNDS = {
  min: String(LIMITS.INCLINATION_TIME_MIN_MS),
  max: String(LIMITS.INCLINATION_TIME_MAX_MS),
}

/** A dialog for the time that a full turn of the slats takes. */
export function InclinationTimeDialog(props: DeviceDialogProps) {
  const { t } = useTranslation()
  return (
    <NumberDialog
      {...props}
      title={t('settings.inclinationTime.title')}
      text={t('settings.inclinationTime.text')}
      label={t('settings.inclinationTime.label')}
      hint={t('settings.inclinationTime.hint', BOUNDS)}
      min={LIMITS.INCLINATION_TIME_MIN_MS}
      max={LIMITS.INCLINATION_TIME_MAX_MS}
      value={props.device.settings.inclinationTime ?? null}
      faultText={(fault) => t(`settings.inclinationTime.${fault}`, BOUNDS)}
      settingsOf={(ms) => ({ inclinationTime: ms })}
    />
  )
}
