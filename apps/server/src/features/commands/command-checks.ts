import {
  type Capability,
  capabilitiesNeeded,
  type DeviceType,
  type ErrorCode,
  kindOf,
  type ResultDetail,
} from '@senca/contract'
import type { Safety } from '@senca/contract/automation'
import {
  type Device,
  deviceCapabilities,
  hasReported,
  isOccupied,
  isUpgrading,
  type Shadow,
} from '#features/devices/index.ts'
import type { Actor } from '#features/rights/index.ts'
import type { SentCommand } from './command-goal.ts'

/** A command that an actor may send, before it is sent. */
export interface CommandAttempt {
  actor: Actor
  device: Device
  /** Along the axes that the device has. */
  command: SentCommand
  /** The type that the device has by its settings. */
  type: DeviceType
  shadow: Shadow
  /** The generation of the hardware; null or absent before it told. */
  version?: number | null
  /** Its owner takes the responsibility for this one move of a device that is held. */
  isOverride: boolean
}

export interface CommandRefusal {
  error: ErrorCode
  detail?: ResultDetail
  /** What holds the device. */
  safety?: Safety
  /** Whether the activity of the home tells it: for refusals that are about safety. */
  isRecorded?: boolean
}

/** Refuses a command, or lets it pass with null. Looks at nothing but what it is given. */
export type CommandCheck = (attempt: CommandAttempt) => CommandRefusal | null

const FAMILY_OF: Record<Capability, 'shade' | 'door' | 'light'> = {
  open: 'shade',
  close: 'shade',
  stop: 'shade',
  setPosition: 'shade',
  setTilt: 'shade',
  unlockMotor: 'door',
  unlockMagnet: 'door',
  setFoil: 'door',
  setDoorLight: 'door',
  setHandleLight: 'door',
  setLight1: 'light',
  setLight2: 'light',
  dimLight1: 'light',
  dimLight2: 'light',
}

/** What a device could not do, or would end elsewhere with, while it looks for its ends or starts again. */
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

/** The two ends that a move names for a shade that has only one axis; null for any other command. */
function endsOf(command: SentCommand, type: DeviceType): { position: number; inclination: number } | null {
  if (command.command !== 'move' || kindOf(type).axes.length !== 1) return null
  const { position, inclination } = command
  return isEnd(position) && isEnd(inclination) ? { position, inclination } : null
}

const namesBothAxes = (command: SentCommand): boolean =>
  command.command === 'move' && command.position !== undefined && command.inclination !== undefined

/**
 * Open and close name both axes, for every shade: without the one that the kind lacks, and along the main one alone where
 * the hardware is of the first generation, which takes one axis at a time.
 */
export function withoutForeignAxis(
  command: SentCommand,
  type: DeviceType,
  version: number | null = null,
): SentCommand {
  if (version === 1 && command.command === 'move' && namesBothAxes(command)) {
    const { position, inclination } = command
    if (isEnd(position) && position === inclination) return { command: 'move', position }
  }
  const ends = endsOf(command, type)
  if (ends === null || ends.position !== ends.inclination) return command
  const { position, inclination } = ends
  return kindOf(type).mainAxis === 'inclination'
    ? { command: 'move', inclination }
    : { command: 'move', position }
}

/** A move that is to open one axis and to close the other of a shade that has only one cannot be meant. */
const refuseContradictory: CommandCheck = ({ command, type }) => {
  const ends = endsOf(command, type)
  const isContradictory = ends !== null && ends.position !== ends.inclination
  return isContradictory ? { error: 'command_params_invalid' } : null
}

/** Which parts a door or a light has is known once it reported. */
const refuseUnsupported: CommandCheck = ({ command, type, shadow, version }) => {
  // The first generation takes one axis at a time, and keeps no place for ventilation.
  if (version === 1 && (namesBothAxes(command) || command.command === 'move_to_ventilation'))
    return { error: 'device_unsupported_action' }
  const needed: Capability[] = command.command === 'abort' ? ['stop'] : capabilitiesNeeded(command)
  const { family } = kindOf(type)
  const can = deviceCapabilities(type, shadow)
  const isKnown = family === 'shade' || hasReported(shadow)
  const lacks = (capability: Capability) =>
    FAMILY_OF[capability] !== family || (isKnown && !can.includes(capability))
  return needed.some(lacks) ? { error: 'device_unsupported_action' } : null
}

const refuseOffline: CommandCheck = ({ shadow }) => (shadow.connected ? null : { error: 'device_offline' })

const refuseUnreported: CommandCheck = ({ shadow }) =>
  hasReported(shadow) ? null : { error: 'device_not_ready' }

const refuseOccupied: CommandCheck = ({ command, shadow }) =>
  isUpgrading(shadow) || (NEEDS_REST[command.command] && isOccupied(shadow)) ? { error: 'device_busy' } : null

/** What stands in the way of a command that its actor may send, in the order in which it is asked. */
export const COMMAND_CHECKS: readonly CommandCheck[] = [
  refuseContradictory,
  refuseUnsupported,
  refuseOffline,
  refuseUnreported,
  refuseOccupied,
]

/** The first refusal, or null where all let the command pass. */
export function refusalOf(checks: readonly CommandCheck[], attempt: CommandAttempt): CommandRefusal | null {
  for (const check of checks) {
    const refusal = check(attempt)
    if (refusal !== null) return refusal
  }
  return null
}
