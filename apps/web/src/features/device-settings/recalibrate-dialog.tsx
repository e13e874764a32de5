import { LIMITS } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { browserClock } from '#core/clock.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import type { DeviceDialogProps } from './device-dialog.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { useDialogCall } from './use-dialog-call.ts'

const busyTime = () => new Promise<void>((done) => browserClock.after(LIMITS.RECALIBRATE_BUSY_MS, done))

/**
 * Asks, and has a shade learn its ends. The dialog is busy for five seconds, in which a person sees the shade set out;
 * a refusal ends that at once. The device goes on until it reports that it is done.
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
