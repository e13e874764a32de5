import { useTranslation } from 'react-i18next'
import { devicesApi } from '#features/device-model/devices.ts'
import type { DeviceDialogProps } from '../device-dialog.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { useDialogCall } from './use-dialog-call.ts'

/** Asks for a confirmation and restarts a device. */
export function RestartDialog({ device, open, onClose }: DeviceDialogProps) {
  const { t } = useTranslation()
  const restart = useDialogCall({
    send: () => devicesApi.restart(device.id),
    onClose,
    doneText: t('settings.restart.done', { name: device.name }),
  })
  return (
    <SettingDialog
      verb="restart"
      open={open}
      title={t('settings.restart.title')}
      text={t('settings.restart.text', { name: device.name })}
      call={restart}
      onCancel={onClose}
      onConfirm={restart.send}
    />
  )
}
