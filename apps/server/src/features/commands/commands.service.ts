import { type CommandResult, type DeviceCommand, type ErrorCode, LIMITS } from '@senca/contract'
import type { AskedBy } from '@senca/contract/activity'
import type { SafetyReason } from '@senca/contract/automation'
import { type DeviceOutcome, mergeOutcomes } from '@senca/contract/outcomes'
import type { Activity, ActivityEnd } from '#features/activity/index.ts'
import {
  type CapabilitiesOf,
  type Device,
  type DeviceService,
  effectiveTypeOf,
  type Found,
  type Shadows,
  ventilationOf,
} from '#features/devices/index.ts'
import type { DoorGuardService, DoorProof } from '#features/door-guards/index.ts'
import { type Actor, mayCommand, type RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import { ApiError } from '#platform/errors.ts'
import { databaseDown } from '#platform/postgres/database-away.ts'
import { NO_TRACING, type Span, type Tracing, within } from '#platform/tracing/tracing.ts'
import { type BatchEntry, entryOf, idsOf, type RawCommand, readBatch } from './batch.ts'
import { createBridgeCommands, refusalOfRights, sendsCommands, withoutOpenAll } from './bridge-commands.ts'
import {
  type CommandAttempt,
  type CommandCheck,
  type CommandRefusal,
  refusalOf,
  withoutForeignAxis,
} from './command-checks.ts'
import type { SentCommand } from './command-goal.ts'
import { activityOf, type CommandObserver, recordCommand, traceCommand } from './command-observers.ts'
import { abortReason, type SendCommand } from './command-sender.ts'
import type { CommandTracker } from './command-tracker.ts'
import type { NoteMissedEnd } from './missed-ends.ts'
import type { PageOrder } from './tracked-command.ts'

type CountedOutcome = 'success' | 'unconfirmed' | ErrorCode

interface CommandServiceOptions {
  devices: Pick<DeviceService, 'findAll'>
  rights: Pick<RightsIndex, 'followActor' | 'renew'>
  shadows: Pick<Shadows, 'get'>
  tracker: CommandTracker
  send: SendCommand
  activity: Pick<Activity, 'record' | 'recordUnlock' | 'recordRefused'>
  doorGuards: Pick<DoorGuardService, 'check'>
  uses: Uses
  checks: readonly CommandCheck[]
  clock: Pick<Clock, 'after' | 'now'>
  tracing?: Tracing
  capabilitiesOf: CapabilitiesOf
  /** Resolves when it is known which of these loaded devices are connected. */
  presenceKnown(deviceIds: readonly string[]): Promise<void>
  /** Called with the outcome of each command. */
  counted(outcome: CountedOutcome): void
  /** Called with commands that were not carried out as asked. */
  missed?: NoteMissedEnd
  /** Whether the database is unavailable, so that nothing can be committed. */
  isDatabaseDown(): boolean
  /** Called when changed rights could not be read. */
  failed(error: unknown): void
  /** Called when an internal error prevented a command. */
  broken(error: unknown, deviceId: string): void
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

interface HowToRun {
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

/** A command of a batch with what aborts it. */
type ControlledEntry = BatchEntry & { controller: AbortController }

/** The proof for a door is checked once in a call, whether it unlocks one of its locks or all. By device id. */
type DoorChecks = Map<string, ReturnType<DoorGuardService['check']>>

const UNAWAITED: HowToRun = { isAwaited: false, shown: { host: '' } }

const nameOf = (outcome: DeviceOutcome): CountedOutcome => {
  if (outcome.ok === false) return outcome.error
  return outcome.ok === true ? 'success' : 'unconfirmed'
}

const fail = (deviceId: string, error: ErrorCode): DeviceOutcome => ({ deviceId, ok: false, error })

const ASKED_TOO_LONG_AGO: CommandRefusal = { error: 'device_request_timeout', isRecorded: true }

export function createCommandService(options: CommandServiceOptions) {
  const { devices, rights, shadows, tracker, send, activity, doorGuards, uses, checks, clock } = options
  const {
    capabilitiesOf,
    presenceKnown,
    isDatabaseDown,
    missed = () => {},
    counted,
    failed,
    broken,
    tracing = NO_TRACING,
  } = options

  const refusalListeners = new Set<(actor: Actor, device: Device, refusal: CommandRefusal) => void>()
  const endListeners = new Set<(deviceId: string, end: ActivityEnd) => void>()
  const ended = (deviceId: string, end: ActivityEnd) => {
    for (const listener of endListeners) listener(deviceId, end)
  }

  const bridgeCommands = createBridgeCommands({ devices, activity, clock })

  /** An internal error becomes the outcome of this device only, because commands to the others may have been sent. */
  const brokenOutcome = (deviceId: string, error: unknown): DeviceOutcome => {
    if (error instanceof ApiError) return fail(deviceId, error.code)
    broken(error, deviceId)
    return fail(deviceId, 'internal_error')
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
    const movesUnderWay = tracker.movesOf(device.id)
    return { actor, device, command: meant, type, can, shadow, movesUnderWay, isOverride }
  }

  /** The attempt with what is known of the device by now. */
  const asOfNow = (attempt: CommandAttempt): CommandAttempt => {
    const { id } = attempt.device
    return { ...attempt, shadow: shadows.get(id), movesUnderWay: tracker.movesOf(id) }
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

  /** Aborts the commands of a batch that the actor may no longer send, unless the batch is over. */
  const endWithoutRight = async (
    actor: Actor,
    entries: readonly ControlledEntry[],
    isOver: () => boolean,
  ) => {
    const renewed = await rights.renew(actor)
    const found = await devices.findAll(renewed, 'command', idsOf(entries))
    if (isOver()) return
    for (const entry of entries) {
      const { controller } = entry
      const result = found.get(entry.deviceId)
      if (result?.ok === false) controller.abort(result.error)
      else if (
        result !== undefined &&
        entry.ok &&
        !isAllowed(attemptOf(renewed, result.device, entry.command))
      )
        controller.abort('insufficient_permission')
    }
  }

  /** Sends all commands at once, each if the actor may send it, and returns the outcome of each. */
  const runAll = async (
    actor: Actor,
    batch: readonly BatchEntry[],
    { askedAt = clock.now(), ...rest }: HowToRun,
  ): Promise<DeviceOutcome[]> => {
    const how = { ...rest, askedAt }
    const entries = withoutOpenAll(actor, batch).map(
      (entry): ControlledEntry => ({ ...entry, controller: new AbortController() }),
    )
    const doors: DoorChecks = new Map()
    // Subscribed before the rights are read, so that no change is missed.
    const recheck = createCoalescedTask(() =>
      endWithoutRight(actor, entries, recheck.isStopped).catch(failed),
    )
    const stopFollowing = rights.followActor(actor, recheck.request)
    const runOne = async (
      renewed: Actor,
      found: ReadonlyMap<string, Found>,
      entry: ControlledEntry,
    ): Promise<DeviceOutcome> => {
      const { deviceId } = entry
      const result = found.get(deviceId)
      if (result?.ok !== true) return fail(deviceId, result?.ok === false ? result.error : 'device_not_exist')
      if (!entry.ok) return fail(deviceId, entry.error)
      const { device } = result
      const send = (command: SentCommand): Promise<DeviceOutcome> => {
        const { signal } = entry.controller
        if (signal.aborted) return Promise.resolve(fail(deviceId, abortReason(signal)))
        return execute(attemptOf(renewed, device, command, how), how, doors, entry.controller)
      }
      try {
        if (renewed.kind !== 'bridge') return await send(entry.command)
        const attempt = attemptOf(renewed, device, entry.command)
        const isRefused = !isAllowed(attempt) || refusalOf(checks, attempt) !== null
        return await bridgeCommands.send(renewed, attempt, entry.command, { isRefused, send })
      } catch (error) {
        return brokenOutcome(deviceId, error)
      }
    }
    const runEach = async () => {
      const renewed = await rights.renew(actor)
      const found = await devices.findAll(renewed, 'command', idsOf(entries))
      await bridgeCommands.recordWithoutRight(renewed, entries, found)
      await presenceKnown([...found].flatMap(([deviceId, { ok }]) => (ok ? [deviceId] : [])))
      return Promise.all(entries.map((entry) => runOne(renewed, found, entry)))
    }
    const outcomes = await runEach().finally(() => {
      stopFollowing()
      recheck.stop()
    })
    for (const outcome of outcomes) counted(nameOf(outcome))
    // During a shutdown the outcome of the commands is unknown.
    const isKnown = outcomes.some((outcome) => outcome.ok !== false || outcome.error !== 'internal_error')
    if (isDatabaseDown() && !isKnown) throw databaseDown()
    if (tracker.isStopped() && !isKnown) throw new ApiError('internal_error', { status: 503 })
    return outcomes
  }

  const abortAll = (
    actor: Actor,
    deviceIds: readonly string[],
    how: Pick<HowToRun, 'isAwaited' | 'order' | 'isDelivered'> = UNAWAITED,
  ) => {
    const entries = [...new Set(deviceIds)].map(
      (deviceId): BatchEntry => ({ deviceId, ok: true, command: { command: 'abort' } }),
    )
    return runAll(actor, entries, { ...UNAWAITED, ...how })
  }

  return {
    /** Throws `no_commands_found`; all other errors are returned per device. */
    async move(actor: Actor, commands: readonly RawCommand[], how: HowToRun): Promise<CommandResult[]> {
      if (commands.length === 0) throw new ApiError('no_commands_found', { key: 'commands' })
      return mergeOutcomes(await runAll(actor, readBatch(commands), how))
    },

    /** Stops devices; a device that is named twice is stopped once. Throws `no_commands_found`. */
    async abort(
      actor: Actor,
      commands: readonly { token: string }[],
      page: Pick<HowToRun, 'order' | 'isDelivered'> = {},
    ): Promise<CommandResult[]> {
      if (commands.length === 0) throw new ApiError('no_commands_found', { key: 'commands' })
      const ids = commands.map(({ token }) => token)
      return mergeOutcomes(await abortAll(actor, ids, { isAwaited: false, ...page }))
    },

    /**
     * Sends one command to several devices, once to each. Resolves when each has acknowledged it, or with `isAwaited` when each
     * is at rest.
     */
    apply(
      actor: Actor,
      deviceIds: readonly string[],
      raw: Readonly<Record<string, unknown>>,
      how: Pick<HowToRun, 'isAwaited' | 'cause' | 'askedAt' | 'order' | 'isDelivered' | 'ended'> = UNAWAITED,
    ): Promise<DeviceOutcome[]> {
      const entries = [...new Set(deviceIds)].map((deviceId) => entryOf(deviceId, raw))
      return runAll(actor, entries, { ...UNAWAITED, ...how })
    },

    /** Sends a command of the owner to a device that is held for safety. The reason is written to the activity log. */
    async override(
      actor: Actor,
      { token, ...raw }: RawCommand,
      overrideReason: string,
    ): Promise<CommandResult[]> {
      return mergeOutcomes(await runAll(actor, [entryOf(token, raw)], { ...UNAWAITED, overrideReason }))
    },

    /** Why a command of any actor could not be carried out now; null if it could. */
    async obstacleTo(actor: Actor, device: Device, command: DeviceCommand): Promise<CommandRefusal | null> {
      await presenceKnown([device.id])
      return refusalOf(checks, attemptOf(actor, device, command))
    },

    countOf: bridgeCommands.countOf,

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

    /** Stops devices. Resolves when each has acknowledged it, or with `isAwaited` when each is at rest. */
    stop: abortAll,

    /** The targets of the movements of a device that are in flight; null for one that only the device knows. */
    movesOf: tracker.movesOf,
  }
}

export type CommandService = ReturnType<typeof createCommandService>
