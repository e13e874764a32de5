import {
  AXES,
  type Capability,
  capabilitiesNeeded,
  type DeviceType,
  type ErrorCode,
  kindOf,
  type ResultDetail,
  type Target,
} from '@senca/contract'
import type { Safety } from '@senca/contract/automation'
import { type Device, hasReported, isOccupied, isUpgrading, type Shadow } from '#features/devices/index.ts'
import type { Actor } from '#features/rights/index.ts'
import type { SentCommand } from './command-goal.ts'

/** A command that an actor wants to send, before it is checked. */
export interface CommandAttempt {
  actor: Actor
  device: Device
  /** The command, reduced to the axes that the device has. */
  command: SentCommand
  /** The device type according to the settings of the device. */
  type: DeviceType
  /** What the device can do. */
  can: readonly Capability[]
  shadow: Shadow
  /** The targets of movements that were sent to the device and are not over; null for one that only the device knows. */
  movesInFlight: readonly (Target | null)[]
  /** The owner takes responsibility for this one movement of a device that is held for safety. */
  isOverride: boolean
}

export interface CommandRefusal {
  error: ErrorCode
  detail?: ResultDetail
  /** What holds the device in its place. */
  safety?: Safety
  /** Whether the refusal is written to the activity log. Used for refusals that concern safety. */
  isRecorded?: boolean
}

/** Returns a refusal, or null if the command is allowed. Depends only on its argument. */
export type CommandCheck = (attempt: CommandAttempt) => CommandRefusal | null

/** The family that has a capability; null for one that devices of all families have. */
const FAMILY_OF: Record<Capability, 'shade' | 'door' | 'light' | null> = {
  open: 'shade',
  close: 'shade',
  stop: 'shade',
  setPosition: 'shade',
  setTilt: 'shade',
  setPositionAndTilt: 'shade',
  moveToVentilation: 'shade',
  unlockMotor: 'door',
  lockMotor: 'door',
  unlockMagnet: 'door',
  setFoil: 'door',
  setDoorLight: 'door',
  setHandleLight: 'door',
  setLight1: 'light',
  setLight2: 'light',
  dimLight1: 'light',
  dimLight2: 'light',
  changeSettings: null,
  registerKey: null,
}

/** Commands that the device cannot carry out correctly while it calibrates or restarts. */
const NEEDS_REST: Record<SentCommand['command'], boolean> = {
  move: true,
  move_to_ventilation: true,
  unlock: true,
  lock: true,
  light_apply: false,
  magic_foil_apply: false,
  abort: false,
}

const isEnd = (place: number | undefined): place is number => place === 0 || place === 100

/** The two end positions that a move names for a shade with only one axis; null for any other command. */
function endsOf(command: SentCommand, type: DeviceType): { position: number; inclination: number } | null {
  if (command.command !== 'move' || kindOf(type).axes.length !== 1) return null
  const { position, inclination } = command
  return isEnd(position) && isEnd(inclination) ? { position, inclination } : null
}

/** "Open" and "close" name both axes for every shade. A device that does not take both gets only its main axis. */
export function withoutForeignAxis(
  command: SentCommand,
  type: DeviceType,
  can: readonly Capability[],
): SentCommand {
  const { mainAxis } = kindOf(type)
  if (command.command !== 'move' || mainAxis === null || can.includes('setPositionAndTilt')) return command
  const { position, inclination } = command
  return isEnd(position) && position === inclination ? { command: 'move', [mainAxis]: position } : command
}

/** Refuses a move that opens one axis and closes the other on a shade with only one axis. */
const refuseContradictory: CommandCheck = ({ command, type }) => {
  const ends = endsOf(command, type)
  const isContradictory = ends !== null && ends.position !== ends.inclination
  return isContradictory ? { error: 'command_params_invalid' } : null
}

/** The parts of a door or a light are known only after its first report. */
const refuseUnsupported: CommandCheck = ({ command, type, can, shadow }) => {
  const needed: Capability[] = command.command === 'abort' ? ['stop'] : capabilitiesNeeded(command)
  const { family, axes } = kindOf(type)
  const isForeign =
    command.command === 'move' && AXES.some((axis) => command[axis] !== undefined && !axes.includes(axis))
  if (isForeign) return { error: 'device_unsupported_action' }
  const isKnown = family === 'shade' || hasReported(shadow)
  const lacks = (capability: Capability) =>
    FAMILY_OF[capability] !== family || (isKnown && !can.includes(capability))
  return needed.some(lacks) ? { error: 'device_unsupported_action' } : null
}

const refuseOffline: CommandCheck = ({ shadow }) => (shadow.connected ? null : { error: 'device_offline' })

/** Refuses commands to devices whose broker is known to be away. */
export const createReachCheck =
  (isUnreachable: (accountId: string, deviceId: string) => boolean): CommandCheck =>
  ({ device: { id, ownerId } }) =>
    ownerId !== null && isUnreachable(ownerId, id) ? { error: 'device_unreachable' } : null

const refuseUnreported: CommandCheck = ({ shadow }) =>
  hasReported(shadow) ? null : { error: 'device_not_ready' }

const refuseOccupied: CommandCheck = ({ command, shadow }) =>
  isUpgrading(shadow) || (NEEDS_REST[command.command] && isOccupied(shadow)) ? { error: 'device_busy' } : null

/** The checks for a command that its actor may send, in the order in which they run. */
export const COMMAND_CHECKS: readonly CommandCheck[] = [
  refuseContradictory,
  refuseUnsupported,
  refuseOffline,
  refuseUnreported,
  refuseOccupied,
]

/** Returns the first refusal, or null if all checks allow the command. */
export function refusalOf(checks: readonly CommandCheck[], attempt: CommandAttempt): CommandRefusal | null {
  for (const check of checks) {
    const refusal = check(attempt)
    if (refusal !== null) return refusal
  }
  return null
}
