import { type ErrorCode, LIMITS } from '@senca/contract'
import type { AskedBy } from '@senca/contract/activity'
import type { SafetyReason } from '@senca/contract/automation'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { Activity, ActivityEnd } from '#features/activity/index.ts'
import {
  type CapabilitiesOf,
  type Device,
  effectiveTypeOf,
  type Shadows,
  ventilationOf,
} from '#features/devices/index.ts'
import type { DoorGuardService, DoorProof } from '#features/door-guards/index.ts'
import { type Actor, mayCommand } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { type Span, type Tracing, within } from '#platform/tracing/tracing.ts'
import { refusalOfRights, sendsCommands } from './bridge-commands.ts'
import {
  type CommandAttempt,
  type CommandCheck,
  type CommandRefusal,
  refusalOf,
  withoutForeignAxis,
} from './command-checks.ts'
import type { SentCommand } from './command-goal.ts'
import { activityOf, type CommandObserver, recordCommand, traceCommand } from './command-observers.ts'
import type { SendCommand } from './command-sender.ts'
import type { CommandTracker } from './command-tracker.ts'
import type { NoteMissedEnd } from './missed-ends.ts'
import type { PageOrder } from './tracked-command.ts'

export interface CommandExecutionOptions {
  shadows: Pick<Shadows, 'get'>
  tracker: CommandTracker
  send: SendCommand
  activity: Pick<Activity, 'record' | 'recordUnlock' | 'recordRefused'>
  doorGuards: Pick<DoorGuardService, 'check'>
  uses: Uses
  checks: readonly CommandCheck[]
  clock: Pick<Clock, 'now'>
  tracing: Tracing
  capabilitiesOf: CapabilitiesOf
  /** Called with commands that were not carried out as asked. */
  missed: NoteMissedEnd
}

/** Counts the commands of actors who may send only a limited number. */
export interface Uses {
  /**
   * Reserves one use before a command is sent. Every reservation must be settled, with null if the command was never sent.
   * Refuses with `device_busy` while all remaining uses are reserved, and with `insufficient_permission` when none is left.
   */
  reserve(
    actor: Actor,
    deviceId: string,
    command: SentCommand,
  ): Promise<
    | { ok: true; settle(outcome: DeviceOutcome | null): Promise<void> }
    | { ok: false; error: 'device_busy' | 'insufficient_permission' }
  >
}

export interface HowToRun {
  /** If true, the answer comes when each device is at rest. */
  isAwaited: boolean
  /** The proof for doors whose unlocking is guarded, such as a PIN. */
  shown: DoorProof
  /** When the person asked for the command; if absent, when the call arrived. */
  askedAt?: Date
  /** The place of the command among those of the page that it comes from; null if the sender does not say. */
  order?: PageOrder | null
  /** Whether the answer reached the page that the command comes from; absent if no page of a person sent it. */
  isDelivered?: Promise<boolean>
  /** Why the owner moves a device that is held for safety; absent if this is not an override. */
  overrideReason?: string
  /** Why the device is moved to safety; absent for all other commands. */
  cause?: SafetyReason
  /** The bridge that asked the person for this unlock. */
  askedBy?: AskedBy
  /** Called when nothing refuses the command, right before it is sent. If it returns a refusal, nothing is sent. */
  claim?: () => Promise<CommandRefusal | null>
  /** Called when a command that was answered before its end has come to it. Not called if nobody follows it any more. */
  ended?: (deviceId: string, end: ActivityEnd) => void
}

/** The proof for a door is checked once in a call, whether it unlocks one of its locks or all. By device id. */
export type DoorChecks = Map<string, ReturnType<DoorGuardService['check']>>

export const fail = (deviceId: string, error: ErrorCode): DeviceOutcome => ({ deviceId, ok: false, error })

const ASKED_TOO_LONG_AGO: CommandRefusal = { error: 'device_request_timeout', isRecorded: true }

/** Carries out one command to one device: from the checks to its end. */
export function createCommandExecution(options: CommandExecutionOptions) {
  const {
    shadows,
    tracker,
    send,
    activity,
    doorGuards,
    uses,
    checks,
    clock,
    tracing,
    capabilitiesOf,
    missed,
  } = options

  const refusalListeners = new Set<(actor: Actor, device: Device, refusal: CommandRefusal) => void>()
  const endListeners = new Set<(deviceId: string, end: ActivityEnd) => void>()
  const ended = (deviceId: string, end: ActivityEnd) => {
    for (const listener of endListeners) listener(deviceId, end)
  }

  const attemptOf = (
    actor: Actor,
    device: Device,
    command: SentCommand,
    { overrideReason }: Pick<HowToRun, 'overrideReason'> = {},
  ): CommandAttempt => {
    const shadow = shadows.get(device.id)
    const type = effectiveTypeOf(device, shadow)
    const isOverride = overrideReason !== undefined
    const can = capabilitiesOf(type, shadow)
    const meant = withoutForeignAxis(command, type, can)
    const movesInFlight = tracker.movesOf(device.id)
    return { actor, device, command: meant, type, can, shadow, movesInFlight, isOverride }
  }

  /** The attempt with what is known of the device by now. */
  const asOfNow = (attempt: CommandAttempt): CommandAttempt => {
    const { id } = attempt.device
    return { ...attempt, shadow: shadows.get(id), movesInFlight: tracker.movesOf(id) }
  }

  const isAllowed = ({ actor, device, command, shadow }: CommandAttempt) =>
    sendsCommands(actor) && mayCommand(actor, device, command, ventilationOf(device, shadow))

  /**
   * Whether the person who asked for an unlock may no longer be at the door. A time that lies as far ahead comes from a wrong clock,
   * so that nobody knows when it was.
   */
  const isAskedTooLongAgo = ({ command }: CommandAttempt, { askedAt }: HowToRun): boolean =>
    command.command === 'unlock' &&
    askedAt !== undefined &&
    Math.abs(clock.now().getTime() - askedAt.getTime()) > LIMITS.UNLOCK_ASKED_MAX_MS

  /** Why the door may not be unlocked now, or null. People who may unlock it must also show the proof that its owner requires. */
  const refusalOfDoor = async (
    attempt: CommandAttempt,
    how: HowToRun,
    doors: DoorChecks,
  ): Promise<CommandRefusal | null> => {
    const { actor, device, command } = attempt
    if (command.command !== 'unlock') return null
    if (isAskedTooLongAgo(attempt, how)) return ASKED_TOO_LONG_AGO
    const check = doors.get(device.id) ?? doorGuards.check(actor, device, how.shown)
    doors.set(device.id, check)
    const refusal = await check
    return refusal === null ? null : { ...refusal, isRecorded: true }
  }

  const refuse = (
    { actor, device, command }: CommandAttempt,
    { isRecorded = false, ...refusal }: CommandRefusal,
    { askedBy }: Pick<HowToRun, 'askedBy'> = {},
  ): DeviceOutcome => {
    const { action, details } = activityOf(command)
    const event = { action, details: { ...details, ...(askedBy === undefined ? {} : { askedBy }) } }
    if (isRecorded) activity.recordRefused(actor, device, event, refusal)
    for (const listener of refusalListeners) listener(actor, device, refusal)
    return { deviceId: device.id, ok: false, ...refusal }
  }

  /** Records the command. The entry of an unlock is committed before the command is sent. */
  const recorded = async (
    { actor, device, command }: CommandAttempt,
    { overrideReason, cause, askedBy }: HowToRun,
  ): Promise<CommandObserver> => {
    const { action, details } = activityOf(command)
    const reason = {
      ...(overrideReason === undefined ? {} : { overrideReason }),
      ...(cause === undefined ? {} : { cause }),
      ...(askedBy === undefined ? {} : { askedBy }),
    }
    const activityEvent = { action, details: { ...details, ...reason } }
    if (command.command !== 'unlock')
      return recordCommand(() => activity.record(actor, device, activityEvent))
    return recordCommand(await activity.recordUnlock(actor, device, activityEvent.details))
  }

  /** If a command failed because the device is held for safety by now, replaces the outcome with that reason. */
  const explained = (attempt: CommandAttempt, outcome: DeviceOutcome): DeviceOutcome => {
    if (outcome.ok !== false || outcome.error !== 'device_update_failed') return outcome
    const refusal = refusalOf(checks, asOfNow(attempt))
    if (refusal?.error !== 'weather_scenario_matched') return outcome
    const { detail: _replaced, ...rest } = outcome
    return { ...rest, ...refusal }
  }

  const noteMissed = (
    attempt: CommandAttempt,
    end: ActivityEnd,
    { askedAt = clock.now(), isDelivered }: HowToRun,
    isAnswered: boolean,
  ) => missed({ attempt, end, askedAt, isDelivered, isAnswered })

  const execute = (
    attempt: CommandAttempt,
    how: HowToRun,
    doors: DoorChecks,
    controller: AbortController,
  ): Promise<DeviceOutcome> => {
    const { actor, command, device } = attempt
    const span = tracing.begin('command', {
      'senca.command': command.command,
      'senca.device': device.id,
      'senca.actor': actor.kind,
    })
    return within(span, async () => {
      const outcome = await carryOut(attempt, how, doors, controller, span)
      if (outcome.ok === false) span.fail(outcome.error)
      if (outcome.ok !== true) noteMissed(attempt, outcome, how, false)
      return outcome
    })
  }

  const carryOut = async (
    attempt: CommandAttempt,
    how: HowToRun,
    doors: DoorChecks,
    controller: AbortController,
    span: Span,
  ): Promise<DeviceOutcome> => {
    const { isAwaited, order = null } = how
    const { actor, device, command } = attempt
    const registered = tracker.register({ actor, device, command, controller, order })
    if (registered === null) return fail(device.id, 'device_busy')
    try {
      if (!isAllowed(attempt)) return refuse(attempt, refusalOfRights(attempt))
      const refusal =
        refusalOf(checks, attempt) ??
        (await refusalOfDoor(attempt, how, doors)) ??
        (await how.claim?.()) ??
        null
      if (refusal !== null) return refuse(attempt, refusal, how)
      const use = await uses.reserve(actor, device.id, command)
      if (!use.ok) return fail(device.id, use.error)
      let outcome: DeviceOutcome | null = null
      let isAnswered = false
      try {
        const recording = await recorded(attempt, how)
        // A danger may have arisen, or another movement begun, since the first check.
        const late = refusalOf(checks, asOfNow(attempt))
        if (late?.error === 'weather_scenario_matched') return refuse(attempt, late)
        if (isAskedTooLongAgo(attempt, how)) {
          const refusal = { ok: false, error: ASKED_TOO_LONG_AGO.error } as const
          recording.ended?.(refusal)
          return { deviceId: device.id, ...refusal }
        }
        span.event('checked')
        outcome = fail(device.id, 'internal_error')
        const follower: CommandObserver = {
          ended(end) {
            how.ended?.(device.id, end)
            ended(device.id, end)
            if (isAnswered) noteMissed(attempt, end, how, true)
          },
        }
        const observers = [recording, traceCommand(tracing, span), follower]
        outcome = explained(
          attempt,
          await send(registered, { isAwaited, isUrgent: how.cause !== undefined, observers }),
        )
        isAnswered = true
        return outcome
      } finally {
        await use.settle(outcome)
      }
    } finally {
      tracker.release(registered)
    }
  }

  return {
    attemptOf,
    isAllowed,
    execute,

    /** Calls the listener with each command that was refused before it was sent, until the returned function is called. */
    onRefused(listener: (actor: Actor, device: Device, refusal: CommandRefusal) => void): () => void {
      refusalListeners.add(listener)
      return () => refusalListeners.delete(listener)
    },

    /** Calls the listener with the end of each command that was sent by this instance, until the returned function is called. */
    onEnded(listener: (deviceId: string, end: ActivityEnd) => void): () => void {
      endListeners.add(listener)
      return () => endListeners.delete(listener)
    },
  }
}
