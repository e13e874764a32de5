import type { CommandResult, DeviceCommand, ErrorCode } from '@senca/contract'
import { type DeviceOutcome, mergeOutcomes } from '@senca/contract/outcomes'
import type { Activity } from '#features/activity/index.ts'
import type { Device, DeviceService, Found } from '#features/devices/index.ts'
import type { Actor, RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import { ApiError } from '#platform/errors.ts'
import { databaseDown } from '#platform/postgres/database-away.ts'
import { NO_TRACING, type Tracing } from '#platform/tracing/tracing.ts'
import { type BatchEntry, entryOf, idsOf, type RawCommand, readBatch } from './batch.ts'
import { createBridgeCommands, withoutOpenAll } from './bridge-commands.ts'
import { type CommandRefusal, refusalOf } from './command-checks.ts'
import {
  type CommandExecutionOptions,
  createCommandExecution,
  type DoorChecks,
  fail,
  type HowToRun,
} from './command-execution.ts'
import type { SentCommand } from './command-goal.ts'
import { abortReason } from './command-sender.ts'
import type { NoteMissedEnd } from './missed-ends.ts'

type CountedOutcome = 'success' | 'unconfirmed' | ErrorCode

interface CommandServiceOptions
  extends Omit<CommandExecutionOptions, 'activity' | 'clock' | 'missed' | 'tracing'> {
  devices: Pick<DeviceService, 'findAll'>
  rights: Pick<RightsIndex, 'followActor' | 'renew'>
  activity: Pick<Activity, 'record' | 'recordUnlock' | 'recordRefused'>
  clock: Pick<Clock, 'after' | 'now'>
  tracing?: Tracing
  missed?: NoteMissedEnd
  /** Resolves when it is known which of these loaded devices are connected. */
  presenceKnown(deviceIds: readonly string[]): Promise<void>
  /** Called with the outcome of each command. */
  counted(outcome: CountedOutcome): void
  /** Whether the database is unavailable, so that nothing can be committed. */
  isDatabaseDown(): boolean
  /** Called when changed rights could not be read. */
  failed(error: unknown): void
  /** Called when an internal error prevented a command. */
  broken(error: unknown, deviceId: string): void
}

/** A command of a batch with what aborts it. */
type ControlledEntry = BatchEntry & { controller: AbortController }

const UNAWAITED: HowToRun = { isAwaited: false, shown: { host: '' } }

const nameOf = (outcome: DeviceOutcome): CountedOutcome => {
  if (outcome.ok === false) return outcome.error
  return outcome.ok === true ? 'success' : 'unconfirmed'
}

export function createCommandService(options: CommandServiceOptions) {
  const { devices, rights, tracker, activity, checks, clock, presenceKnown, isDatabaseDown } = options
  const { missed = () => {}, counted, failed, broken, tracing = NO_TRACING } = options
  const execution = createCommandExecution({ ...options, missed, tracing })
  const { attemptOf, isAllowed, execute } = execution
  const bridgeCommands = createBridgeCommands({ devices, activity, clock })

  /** An internal error becomes the outcome of this device only, because commands to the others may have been sent. */
  const brokenOutcome = (deviceId: string, error: unknown): DeviceOutcome => {
    if (error instanceof ApiError) return fail(deviceId, error.code)
    broken(error, deviceId)
    return fail(deviceId, 'internal_error')
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

    onRefused: execution.onRefused,
    onEnded: execution.onEnded,

    /** Stops devices. Resolves when each has acknowledged it, or with `isAwaited` when each is at rest. */
    stop: abortAll,

    /** The targets of the movements of a device that are in flight; null for one that only the device knows. */
    movesOf: tracker.movesOf,
  }
}

export type CommandService = ReturnType<typeof createCommandService>
