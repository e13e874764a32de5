import { type Axis, canSet, type DeviceInfo, isBusy, kindOf, type Target } from '@senca/contract'
import { mayCommand, mayMaintain } from '../rights.ts'

/** What the control moves: the position of the shade (for a blind with its slats), or only the tilt. */
export const CONTROL_VIEWS = ['position', 'tilt'] as const
export type ControlView = (typeof CONTROL_VIEWS)[number]

/** The views of a device; the first one is the default. */
export function viewsOf({
  devicetype,
}: Pick<DeviceInfo, 'devicetype'>): readonly [ControlView, ...ControlView[]] {
  const { axes, mainAxis } = kindOf(devicetype)
  if (mainAxis === 'inclination') return ['tilt']
  return axes.length > 1 ? ['position', 'tilt'] : ['position']
}

export const axisOf = (view: ControlView): Axis => (view === 'tilt' ? 'inclination' : 'position')

/** Why a person cannot move an axis now. */
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

/**
 * Where a device will end up: the target of the command in flight, otherwise the target that the device reports while it moves.
 */
export function goalOf(device: DeviceInfo, wished: Target | null): Target | null {
  if (wished !== null) return wished
  return isBusy(device.state.status) ? (device.state.target ?? null) : null
}

/**
 * The command that moves one axis to `value` (0..1) and keeps the goal of the other: a lift keeps the tilt, and turning the slats
 * does not end a running lift.
 */
export function moveOf(device: DeviceInfo, axis: Axis, value: number, goal: Target | null): Target {
  if (kindOf(device.devicetype).axes.length < 2) return { [axis]: value }
  if (axis === 'inclination') {
    return goal?.position === undefined
      ? { inclination: value }
      : { position: goal.position, inclination: value }
  }
  // During a movement the slats turn with the lift, so the reported inclination is not a wanted one.
  const reported = isBusy(device.state.status) ? null : device.state.inclination
  const kept = goal?.inclination ?? reported
  return kept === null ? { position: value } : { position: value, inclination: kept }
}
