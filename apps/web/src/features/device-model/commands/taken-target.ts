import { type DeviceInfo, kindOf, type Target } from '@senca/contract'

/**
 * The part of a target that the hardware accepts in one command. The first generation moves only one axis at a time; it then gets
 * the main axis.
 */
export function takenTarget(device: Pick<DeviceInfo, 'devicetype' | 'version'>, target: Target): Target {
  const { mainAxis } = kindOf(device.devicetype)
  if (device.version !== 1 || target.position === undefined || target.inclination === undefined) return target
  return mainAxis === null ? target : { [mainAxis]: target[mainAxis] }
}
