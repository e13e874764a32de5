import { type DeviceInfo, endTarget, type LightType, type LockType, type Target } from '@senca/contract'
import type { Commands, UnlockOptions } from './commands.ts'
import { supportedTarget } from './supported-target.ts'

/** If one tap would move more devices, the person must confirm first. */
export const MAX_UNCONFIRMED = 10

/** The actions of a device. `id` is the id that commands are sent to; `within` limits each target to the allowed range. */
export function deviceActions(
  commands: Commands,
  device: DeviceInfo,
  id: string = device.id,
  within: (target: Target) => Target = (target) => target,
) {
  const move = (target: Target) => commands.move(id, within(supportedTarget(device, target)))
  return {
    onDismissError: () => commands.dismiss(id),
    /** Sends the last failed command again, unless it was an unlock. */
    onRetry: () => commands.retry(id),
    onMove: move,
    onOpen: () => move(endTarget(device.can, 0)),
    onClose: () => move(endTarget(device.can, 1)),
    onStop: () => commands.stop(id),
    onUnlock: (locks: readonly LockType[], options?: UnlockOptions) => commands.unlock(id, locks, options),
    onToggleFoil: (isMilky: boolean) => commands.setFoil(id, isMilky ? 1 : 0),
    /** Sets the brightness (0..1) of a channel that can be dimmed. */
    onDim: (light: LightType, brightness: number) => commands.setLight(id, light, brightness),
    onToggleLight: (light: LightType, isOn: boolean) => commands.switchLight(device, id, light, isOn),
  }
}
