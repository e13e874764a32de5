import { type DeviceInfo, kindOf, type Target } from '@senca/contract'

/** Of a target what the hardware takes in one command: the first generation moves one axis at a time, and its main one then. */
export function takenTarget(device: Pick<DeviceInfo, 'devicetype' | 'version'>, target: Target): Target {
  const { mainAxis } = kindOf(device.devicetype)
  if (device.version !== 1 || target.position === undefined || target.inclination === undefined) return target
  return mainAxis === null ? target : { [mainAxis]: target[mainAxis] }
}
