import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { devicesApi } from '../devices.ts'
import type { DeviceDialogProps } from './device-dialog.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { useDialogCall } from './use-dialog-call.ts'

/** Asks, and restarts a device. */
export function RestartDialog({ device, open, onClose }: DeviceDialogProps) {
  const { t } = useTranslation()
  const { isBusy, error, run } = useDialogCall(open)

  const confirm = () =>
    run(
      () => devicesApi.restart(device.id),
      () => {
        onClose()
        showMessage('success', t('settings.restart.done', { name: device.name }))
      },
    )

  return (
    <SettingDialog
      asks
      open={open}
      title={t('settings.restart.title')}
      text={t('settings.restart.text', { name: device.name })}
      isBusy={isBusy}
      error={error}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}
