import { LIMITS } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { browserClock } from '#core/clock.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import type { DeviceDialogProps } from '../device-dialog.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { useDialogCall } from './use-dialog-call.ts'

const busyTime = () => new Promise<void>((done) => browserClock.after(LIMITS.RECALIBRATE_BUSY_MS, done))

/**
 * Asks for a confirmation and starts the calibration of a shade. The dialog then stays busy for five seconds, so that the person
 * sees the shade move; a refusal ends this at once. The device continues until it reports that it is finished.
 */
export function RecalibrateDialog({ device, open, onClose }: DeviceDialogProps) {
  const { t } = useTranslation()
  const recalibration = useDialogCall({
    send: () => Promise.all([devicesApi.recalibrate(device.id), busyTime()]),
    onClose,
    doneText: t('settings.recalibrate.done', { name: device.name }),
  })
  return (
    <SettingDialog
      verb="recalibrate"
      open={open}
      title={t('settings.recalibrate.title')}
      text={t('settings.recalibrate.text')}
      call={recalibration}
      onCancel={onClose}
      onConfirm={recalibration.send}
    />
  )
}
