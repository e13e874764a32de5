import { type DeviceInfo, kindOf, type Target } from '@senca/contract'

/** The part of a target that a device accepts in one command. One that moves only one axis at a time gets its main axis. */
export function supportedTarget(
  { devicetype, can }: Pick<DeviceInfo, 'devicetype' | 'can'>,
  target: Target,
): Target {
  const { mainAxis } = kindOf(devicetype)
  const namesBoth = target.position !== undefined && target.inclination !== undefined
  if (!namesBoth || mainAxis === null || can.includes('setPositionAndTilt')) return target
  return { [mainAxis]: target[mainAxis] }
}
