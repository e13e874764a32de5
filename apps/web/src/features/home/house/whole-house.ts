import {
  canClose,
  canOpen,
  canStop,
  coversWindow,
  type DeviceInfo,
  endTarget,
  type Target,
} from '@senca/contract'
import { supportedTarget } from '#features/device-model/commands/supported-target.ts'

/** The commands for many shades at once. */
export type TogetherMove = 'open' | 'close' | 'stop'

export const isMovedWithHouse = ({ devicetype }: Pick<DeviceInfo, 'devicetype'>): boolean =>
  coversWindow(devicetype)

const CAN: Record<TogetherMove, (device: DeviceInfo) => boolean> = {
  open: canOpen,
  close: canClose,
  stop: canStop,
}

/** The shades that a button would move. Those that are offline or already there are left out. */
export const reachedBy = (shades: readonly DeviceInfo[], move: TogetherMove): DeviceInfo[] =>
  shades.filter(CAN[move])

/** Sends each device to the position of the button. */
export function moveTogether(
  devices: readonly DeviceInfo[],
  move: TogetherMove,
  commands: { move(deviceId: string, target: Target): void; stop(deviceId: string): void },
): void {
  for (const device of devices) {
    const { id, can } = device
    if (move === 'stop') commands.stop(id)
    else commands.move(id, supportedTarget(device, endTarget(can, move === 'open' ? 0 : 1)))
  }
}
