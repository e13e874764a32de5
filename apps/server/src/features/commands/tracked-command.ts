import type { Target } from '@senca/contract'
import type { Device } from '#features/devices/index.ts'
import type { Part, SentCommand } from './command-goal.ts'
import type { CommandObserver } from './command-observers.ts'
import type { CommandEvent } from './progress.ts'

/** The place of a command among those of the page that it comes from. */
export interface PageOrder {
  page: string
  number: number
}

/** What is known of the page that a command comes from. */
export interface FromPage {
  /** Null if the sender does not say. */
  order: PageOrder | null
  /** Resolves with whether the answer was handed over to its connection. */
  isDelivered: Promise<boolean>
}

/** A command that is in flight, sent by this or another instance. A calibration or restart has no part. */
export interface Tracked {
  id: string
  deviceId: string
  part: Part | null
  isStop: boolean
  /** Where a movement goes; null if only the device knows, and for all other commands. */
  target: Target | null
  phase: 'registered' | 'sent' | 'accepted' | 'over'
  /** Whether it is void if the device does not answer. Third-party hardware may carry it out later. */
  expires: boolean
  /** The order in which this instance learned of the commands. */
  turn: number
  /** Set if this instance sent the command and follows it. */
  own: Own | null
  cancelTimer(): void
}

export interface Own {
  device: Device
  /** Aborts the command; null if it cannot be aborted. */
  controller: AbortController | null
  /** Who waits for the answer; null after the answer was given. */
  sender: { principal: string; isGuest: boolean } | null
  /** The key of the background counter that counts this command after its sender was answered. */
  background: string | null
  /** The command was given up: nobody waits for its end any more. */
  isGivenUp: boolean
  observers: CommandObserver[]
}

/** A command that this instance follows. */
export type OwnCommand = Tracked & { own: Own }

/** A command with a sender, who can abort it. */
export type RegisteredCommand = OwnCommand & {
  command: SentCommand
  part: Part
  controller: AbortController
  /** Null if its sender does not say. */
  order: PageOrder | null
}

export const ownOf = (device: Device, controller: Own['controller'], sender: Own['sender']): Own => {
  return { device, controller, sender, background: null, isGivenUp: false, observers: [] }
}

/** Passes on what happened to a command. */
export function progress({ observers }: Own, event: CommandEvent) {
  for (const observer of observers) observer.progressed?.(event)
}

export const isUnanswered = ({ own, phase }: Tracked) => own !== null && phase === 'sent'
export const isFollowed = ({ own, phase }: Tracked) =>
  own !== null && (phase === 'sent' || phase === 'accepted')

export const isInFlight = (tracked: Tracked): tracked is Tracked & { part: Part } =>
  tracked.part !== null && tracked.phase !== 'registered'

export const isMoveInFlight = (tracked: Tracked): boolean =>
  isInFlight(tracked) && tracked.part === 'shade' && !tracked.isStop
