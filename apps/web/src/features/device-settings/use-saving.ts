import type { DeviceSettings } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { deviceEvents, devicesApi } from '#features/device-model/devices.ts'
import type { DeviceDialogProps } from './device-dialog.ts'
import { useDialogCall } from './dialogs/use-dialog-call.ts'

export function useSaving({ device, onClose }: DeviceDialogProps) {
  const { t } = useTranslation()
  return useDialogCall({
    send: (settings: DeviceSettings) => devicesApi.changeSettings(device.id, settings),
    onDone: deviceEvents.put,
    onClose,
    doneText: t('settings.saved'),
  })
}
