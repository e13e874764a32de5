import type { DeviceSettings } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { deviceEvents, devicesApi } from '../devices.ts'
import type { DeviceDialogProps } from './device-dialog.ts'
import { useDialogCall } from './use-dialog-call.ts'

/** Saves settings for a dialog, which it closes once the device has them. */
export function useSaving({ device, open, onClose }: DeviceDialogProps) {
  const { t } = useTranslation()
  const { isBusy, error, run, forgetError } = useDialogCall(open)

  const save = (settings: DeviceSettings) =>
    void run(
      () => devicesApi.changeSettings(device.id, settings),
      (changed) => {
        deviceEvents.put(changed)
        onClose()
        showMessage('success', t('settings.saved'))
      },
    )

  return { isBusy, error, save, forgetError }
}
