import { type DeviceInfo, kindOf } from '@senca/contract'
import type { Asked } from '../setting-entries.ts'
import {
  DirectionsDialog,
  InclinationTypeDialog,
  ShadeTypeDialog,
  SwitchTypeDialog,
} from './choice-dialogs.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { InclinationTimeDialog } from './inclination-time-dialog.tsx'
import { ChannelNameDialog, RenameDialog } from './name-dialog.tsx'
import { RecalibrateDialog } from './recalibrate-dialog.tsx'
import { RestartDialog } from './restart-dialog.tsx'

/** The dialogs of the settings rows; at most one is open. */
export function SettingDialogs({
  device,
  asked,
  onClose,
  onDeleted,
}: {
  device: DeviceInfo
  asked: Asked | null
  onClose: () => void
  onDeleted: () => void | Promise<void>
}) {
  const of = (entry: Asked) => ({ device, open: asked === entry, onClose })
  const isShade = kindOf(device.devicetype).family === 'shade'
  return (
    <>
      <RenameDialog {...of('rename')} />
      <SwitchTypeDialog {...of('switchType')} />
      {isShade ? (
        <>
          <RecalibrateDialog {...of('recalibrate')} />
          <ShadeTypeDialog {...of('type')} />
          <DirectionsDialog {...of('directions')} />
          <InclinationTimeDialog {...of('inclinationTime')} />
          <InclinationTypeDialog {...of('inclinationType')} />
        </>
      ) : (
        <>
          <ChannelNameDialog {...of('light1Name')} channel="light1" />
          <ChannelNameDialog {...of('light2Name')} channel="light2" />
        </>
      )}
      <RestartDialog {...of('restart')} />
      <DeleteDialog {...of('delete')} onDeleted={onDeleted} />
    </>
  )
}
