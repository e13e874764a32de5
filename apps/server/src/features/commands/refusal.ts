import {
  type Capability,
  capabilitiesNeeded,
  capabilitiesOf,
  type DeviceCommand,
  type DeviceType,
  type ErrorCode,
  kindOf,
} from '@senca/contract'
import { hasReported, isOccupied, type Shadow, stateOf } from '#features/devices/index.ts'
import { isContradictory } from './whole-moves.ts'

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
const NEEDS_REST: Record<DeviceCommand['command'] | 'abort', boolean> = {
  move: true,
  move_to_ventilation: true,
  unlock: true,
  lock: true,
  light_apply: false,
  magic_foil_apply: false,
  abort: false,
}

/** Why a command is refused before it is sent, or null. Which parts a door or light has is known once it reported. */
export function refusalOf(
  command: DeviceCommand | { command: 'abort' },
  type: DeviceType,
  shadow: Shadow,
): ErrorCode | null {
  if (isContradictory(command, type)) return 'command_params_invalid'
  const needed: Capability[] = command.command === 'abort' ? ['stop'] : capabilitiesNeeded(command)
  const { family } = kindOf(type)
  const can = capabilitiesOf(type, stateOf(shadow))
  const isKnown = family === 'shade' || hasReported(shadow)
  const lacks = (capability: Capability) =>
    FAMILY_OF[capability] !== family || (isKnown && !can.includes(capability))
  if (needed.some(lacks)) return 'device_unsupported_action'
  if (!shadow.connected) return 'device_offline'
  if (!hasReported(shadow)) return 'device_not_ready'
  return NEEDS_REST[command.command] && isOccupied(shadow) ? 'device_busy' : null
}
