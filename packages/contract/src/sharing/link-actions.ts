import type { Capability } from '../devices/capabilities.ts'
import type { CommandName } from '../devices/commands.ts'
import type { DeviceKind } from '../devices/device-types.ts'

/** The actions that a link may allow for each device; they are the commands of the device calls. */
export const LINK_ACTIONS = [
  'move',
  'move_to_ventilation',
  'unlock',
  'lock',
  'light_apply',
  'magic_foil_apply',
] as const satisfies readonly CommandName[]
export type LinkAction = (typeof LINK_ACTIONS)[number]

/** The actions that a link may allow for each family of devices. */
export const LINK_ACTIONS_OF = {
  shade: ['move', 'move_to_ventilation'],
  door: ['unlock', 'lock', 'light_apply', 'magic_foil_apply'],
  light: ['light_apply'],
} as const satisfies Record<DeviceKind['family'], readonly LinkAction[]>

/** The link action that includes a capability, or that links always or never include it. */
export const GRANTED_BY = {
  open: 'move',
  close: 'move',
  stop: 'always',
  setPosition: 'move',
  setTilt: 'move',
  setPositionAndTilt: 'move',
  moveToVentilation: 'move_to_ventilation',
  unlockMotor: 'unlock',
  lockMotor: 'lock',
  unlockMagnet: 'unlock',
  setFoil: 'magic_foil_apply',
  setDoorLight: 'light_apply',
  setHandleLight: 'light_apply',
  setLight1: 'light_apply',
  setLight2: 'light_apply',
  dimLight1: 'light_apply',
  dimLight2: 'light_apply',
  changeSettings: 'never',
  registerKey: 'never',
} as const satisfies Record<Capability, LinkAction | 'always' | 'never'>
