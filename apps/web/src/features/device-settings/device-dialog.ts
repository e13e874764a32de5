import type { DeviceInfo } from '@senca/contract'

/** The props of every dialog about a device. The dialog calls `onClose` when it is finished. */
export type DeviceDialogProps = {
  device: DeviceInfo
  open: boolean
  onClose: () => void
}
