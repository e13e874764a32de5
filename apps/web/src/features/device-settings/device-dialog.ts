import type { DeviceInfo } from '@senca/contract'

/** What every dialog about a device takes; it says itself when it is over. */
export type DeviceDialogProps = {
  device: DeviceInfo
  open: boolean
  onClose: () => void
}
