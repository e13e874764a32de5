import type {
  Axis,
  DeviceCommandMessage,
  DeviceSettings,
  DeviceStateMessage,
  DeviceType,
  ErrorCode,
  LockType,
  ReportedFields,
} from '@senca/contract'
import type { Clock } from '../clock.ts'

/** What a device can be asked to do with its own parts; the envelope, settings and restarts are not their business. */
export type PartCommand = Exclude<
  DeviceCommandMessage['command'],
  { command: 'settings' | 'restart' | 'forget' | 'withdraw' | 'upgrade' }
>

/**
 * What a hand does at the switch: turns it and leaves it so (`open`, `close`, `stop`), pushes its one button (`toggle`),
 * or presses one side down and lets go of it, which the type of switch gives a meaning to.
 */
export const WALL_SWITCH_ACTIONS = [
  'open',
  'close',
  'stop',
  'toggle',
  'press_open',
  'press_close',
  'release',
] as const
export type WallSwitchAction = (typeof WALL_SWITCH_ACTIONS)[number]

/** Where something is stuck: a share 0..1 of an axis (without one: where it is now), or a lock's bolt. */
export interface JamPlace {
  at?: number
  axis?: Axis
  lock?: LockType
}

/** What the parts of a device need from the controller around them. */
export interface Host {
  clock: Clock
  /** Travel runs this many times as fast. */
  speed: number
  type(): DeviceType
  settings(): DeviceSettings
  /** Something moved, started or came to rest: worth a report. */
  changed(): void
}

/** The parts of a device in motion: a shade, a door or a light. */
export interface Behaviour {
  status(): 'ready' | 'opening' | 'closing' | 'moving' | 'calibrating'
  fields(): ReportedFields
  /** Takes a command, or names the error that refuses it. */
  execute(command: PartCommand): ErrorCode | null
  /** Whether the switch had something to move. */
  wallSwitch(action: WallSwitchAction): boolean
  /** A hand on the door leaf; whether there was one to move. */
  moveLeaf(isOpen: boolean): boolean
  jam(place: JamPlace): void
  unjam(): void
  /** The motor loses its count. */
  losePlace(): void
  /** Takes up changed settings, perhaps another type of the same family. */
  configure(): void
  /** Ends all movement where it is; after a power cut nothing has been proven since. */
  halt(reason: 'restart' | 'power_cut'): void
  /** Takes up work after a restart. */
  boot(): void
}

/**
 * What a part remembers from before the controller started: its last report, whether it was cut off in a move, and
 * whether it was put away in good order, so that nothing can have happened after what was kept.
 */
export interface Remembered {
  state: DeviceStateMessage
  wasMoving: boolean
  isOrderly: boolean
}
