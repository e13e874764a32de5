import { type Axis, canSet, type DeviceInfo, isBusy, kindOf, type Target } from '@senca/contract'
import { mayCommand, mayMaintain } from './rights.ts'

/** What the control is about: where the shade hangs (a blind with its slats), or only how it is turned. */
export const CONTROL_VIEWS = ['position', 'tilt'] as const
export type ControlView = (typeof CONTROL_VIEWS)[number]

/** The views of a device, its default one first. */
export function viewsOf({
  devicetype,
}: Pick<DeviceInfo, 'devicetype'>): readonly [ControlView, ...ControlView[]] {
  const { axes, mainAxis } = kindOf(devicetype)
  if (mainAxis === 'inclination') return ['tilt']
  return axes.length > 1 ? ['position', 'tilt'] : ['position']
}

export const axisOf = (view: ControlView): Axis => (view === 'tilt' ? 'inclination' : 'position')

/** Why a hand cannot move an axis now. */
export type BlockReason =
  | 'offline'
  | 'calibrating'
  | 'restarting'
  | 'upgrading'
  | 'unable'
  | 'viewOnly'
  | 'maintainOnly'

export function blockReasonOf(device: DeviceInfo, axis: Axis): BlockReason | null {
  const { status } = device.state
  if (!mayCommand(device)) return mayMaintain(device) ? 'maintainOnly' : 'viewOnly'
  if (!device.connected || status === 'offline') return 'offline'
  if (status === 'calibrating' || status === 'restarting' || status === 'upgrading') return status
  return canSet(device, axis) ? null : 'unable'
}

/** Where a device is to end up: what the command under way asks for, else what the device says of itself while it moves. */
export function goalOf(device: DeviceInfo, wished: Target | null): Target | null {
  if (wished !== null) return wished
  return isBusy(device.state.status) ? (device.state.target ?? null) : null
}

/**
 * The one command that sends an axis to `value` (0..1) and leaves the other as it is meant to be: a lift keeps the tilt,
 * and turning slats does not end a lift that is under way.
 */
export function moveOf(device: DeviceInfo, axis: Axis, value: number, goal: Target | null): Target {
  if (kindOf(device.devicetype).axes.length < 2) return { [axis]: value }
  if (axis === 'inclination') {
    return goal?.position === undefined
      ? { inclination: value }
      : { position: goal.position, inclination: value }
  }
  // On their way the slats turn with the lift: what they say then is not what anybody asked for.
  const reported = isBusy(device.state.status) ? null : device.state.inclination
  const kept = goal?.inclination ?? reported
  return kept === null ? { position: value } : { position: value, inclination: kept }
}
