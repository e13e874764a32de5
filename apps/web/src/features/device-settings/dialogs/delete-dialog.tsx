import type { CommandResult } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { deviceEvents, devicesApi } from '#features/device-model/devices.ts'
import type { DeviceDialogProps } from '../device-dialog.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { useDialogCall } from './use-dialog-call.ts'

/**
 * Asks for a confirmation and removes a device from the home. A device that is offline is removed by force; the dialog then
 * explains what that means. `onDeleted` navigates to another page before the device is gone.
 */
export function DeleteDialog({
  device,
  open,
  onClose,
  onDeleted,
}: DeviceDialogProps & { onDeleted: () => void | Promise<void> }) {
  const { t } = useTranslation()
  const isAway = !device.connected

  const removal = useDialogCall({
    send: async () => {
      await deviceEvents.removeLocally(device.id, async () =>
        refuse(await devicesApi.remove(device.id, isAway)),
      )
      await onDeleted()
      deviceEvents.deleted(device.id)
    },
    onClose,
    doneText: t('settings.delete.done', { name: device.name }),
  })

  return (
    <SettingDialog
      verb="delete"
      danger
      open={open}
      title={t('settings.delete.title')}
      text={t(isAway ? 'settings.delete.textAway' : 'settings.delete.text', { name: device.name })}
      call={removal}
      onCancel={onClose}
      onConfirm={removal.send}
    />
  )
}

/** Throws the first error in a list of results. */
function refuse(results: readonly CommandResult[]): void {
  for (const result of results) {
    if (result.status === 'error') throw new ApiFailure(200, result)
  }
}
