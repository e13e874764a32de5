import {
  canClose,
  canOpen,
  canStop,
  type DeviceInfo,
  type DeviceType,
  endTarget,
  type Target,
} from '@senca/contract'
import { takenTarget } from '#features/device-model/taken-target.ts'

/** What one key moves all over the house: what covers windows. Awnings, insect screens and pergolas stay as they are. */
const MOVED_WITH_HOUSE: readonly DeviceType[] = [
  'roller_shutter',
  'venetian_blind',
  'textile_screen',
  'falcon',
]

/** Where more than these would move, a person is asked first. */
export const MOVED_UNASKED = 10

/** What can be asked of many shades at once. */
export type TogetherMove = 'open' | 'close' | 'stop'

export const isMovedWithHouse = ({ devicetype }: Pick<DeviceInfo, 'devicetype'>): boolean =>
  MOVED_WITH_HOUSE.includes(devicetype)

const CAN: Record<TogetherMove, (device: DeviceInfo) => boolean> = {
  open: canOpen,
  close: canClose,
  stop: canStop,
}

/** The shades that a key would reach: what is away, or known to be there already, is left out. */
export const reachedBy = (shades: readonly DeviceInfo[], move: TogetherMove): DeviceInfo[] =>
  shades.filter(CAN[move])

/** Sends each device where the key says. */
export function moveTogether(
  devices: readonly DeviceInfo[],
  move: TogetherMove,
  commands: { move(deviceId: string, target: Target): void; stop(deviceId: string): void },
): void {
  for (const device of devices) {
    const { id, can } = device
    if (move === 'stop') commands.stop(id)
    else commands.move(id, takenTarget(device, endTarget(can, move === 'open' ? 0 : 1)))
  }
}
