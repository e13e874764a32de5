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

/** The commands that the hardware parts execute. The controller handles settings, restarts and all other commands. */
export type PartCommand = Exclude<
  DeviceCommandMessage['command'],
  { command: 'settings' | 'restart' | 'forget' | 'withdraw' | 'upgrade' }
>

/**
 * The actions at a wall switch: turning it to a position (`open`, `close`, `stop`), pressing a single button (`toggle`), or
 * pressing one side and releasing it; the effect of the last depends on the switch type.
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

/** Where a part is stuck: at 0..1 of an axis (the present position if absent), or the bolt of a lock. */
export interface JamPlace {
  at?: number
  axis?: Axis
  lock?: LockType
}

/** What the parts need from their controller. */
export interface Host {
  clock: Clock
  /** The factor by which movements are faster than real time. */
  speed: number
  type(): DeviceType
  settings(): DeviceSettings
  /** Called when something has moved, started or stopped and should be reported. */
  changed(): void
}

/** The moving parts of a device: a shade, a door or a light. */
export interface Behaviour {
  status(): 'ready' | 'opening' | 'closing' | 'moving' | 'calibrating'
  fields(): ReportedFields
  /** Executes a command. Returns the error that refuses it, or null. */
  execute(command: PartCommand): ErrorCode | null
  /** Operates the wall switch. Returns whether it had an effect. */
  wallSwitch(action: WallSwitchAction): boolean
  /** Moves the door leaf by hand. Returns false if there is none that can be moved. */
  moveLeaf(isOpen: boolean): boolean
  jam(place: JamPlace): void
  unjam(): void
  /** The motor loses its position. */
  losePlace(): void
  /** Applies changed settings, which may include another type of the same family. */
  configure(): void
  /** Stops all movement. After a power cut, positions count as unconfirmed. */
  halt(reason: 'restart' | 'power_cut'): void
  /** Resumes operation after a restart. */
  boot(): void
}

/**
 * What a part remembers from before the start: its last report, whether a movement was interrupted, and whether the shutdown was
 * clean. After a clean shutdown nothing can have changed since the save.
 */
export interface Remembered {
  state: DeviceStateMessage
  wasMoving: boolean
  isOrderly: boolean
}
