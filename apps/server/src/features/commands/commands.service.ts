import {
  type CommandResult,
  type DeviceCommand,
  type DeviceOutcome,
  type ErrorCode,
  mergeOutcomes,
} from '@senca/contract'
import { type Activity, type ActivityLife, happeningOf } from '#features/activity/index.ts'
import {
  type Device,
  type DeviceService,
  effectiveTypeOf,
  type Found,
  type Shadows,
} from '#features/devices/index.ts'
import type { DoorGuardService, ShownToDoor } from '#features/door-guards/index.ts'
import type { Actor, RightsIndex } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import { type BatchEntry, readBatch } from './batch.ts'
import type { Executor } from './executor.ts'
import { createInFlight } from './in-flight.ts'
import { refusalOf } from './refusal.ts'

const UNFINISHED_PER_ACCOUNT = 2_000

interface CommandServiceOptions {
  devices: DeviceService
  rights: Pick<RightsIndex, 'follow'>
  shadows: Shadows
  executor: Executor
  activity: Activity
  doorGuards: Pick<DoorGuardService, 'check'>
  /** Called with what became of each command. */
  counted(outcome: 'success' | ErrorCode): void
  /** Changed rights could not be read. */
  failed(error: unknown): void
  /** Something on our side broke a command. */
  broken(error: unknown, deviceId: string): void
}

const NOTHING_SHOWN: ShownToDoor = { host: '' }

interface HowToRun {
  isAwaited: boolean
  abort: AbortController
  /** What is shown to doors that are guarded. */
  shown: ShownToDoor
}

type RawCommand = { token: string } & Record<string, unknown>

export function createCommandService(options: CommandServiceOptions) {
  const { devices, rights, shadows, executor, activity, doorGuards, counted, failed, broken } = options
  const unfinished = createInFlight(UNFINISHED_PER_ACCOUNT)

  const fail = (deviceId: string, error: ErrorCode): DeviceOutcome => ({ deviceId, ok: false, error })

  /** What breaks a command on our side is said of that one: of the others something may have been sent. */
  const brokenOutcome = (deviceId: string, error: unknown): DeviceOutcome => {
    if (error instanceof ApiError) return fail(deviceId, error.code)
    broken(error, deviceId)
    return fail(deviceId, 'internal_error')
  }

  const refusalFor = (device: Device, command: DeviceCommand | { command: 'abort' }) => {
    const shadow = shadows.get(device.id)
    return refusalOf(command, effectiveTypeOf(device, shadow), shadow)
  }

  /** The entry of an unlocking is committed before it leaves; all others are written behind. */
  const beginOf = async (
    actor: Actor,
    device: Device,
    command: DeviceCommand | { command: 'abort' },
  ): Promise<() => ActivityLife> => {
    const happening = happeningOf(command)
    if (command.command !== 'unlock') return () => activity.record(actor, device, happening)
    const life = await activity.recordUnlock(actor, device, happening.details)
    return () => life
  }

  /** Why the door stays as it is, or null: whoever may unlock it shows what its owner asks for. */
  const refusalOfDoor = async (
    actor: Actor,
    device: Device,
    command: DeviceCommand | { command: 'abort' },
    shown: ShownToDoor,
  ): Promise<DeviceOutcome | null> => {
    if (command.command !== 'unlock') return null
    const detail = await doorGuards.check(actor, device, shown)
    if (detail === null) return null
    const refusal = { error: 'insufficient_permission', detail } as const
    activity.recordRefusedUnlock(actor, device, happeningOf(command).details, refusal)
    return { deviceId: device.id, ok: false, ...refusal }
  }

  const execute = async (
    actor: Actor,
    device: Device,
    command: DeviceCommand | { command: 'abort' },
    { shown, ...options }: HowToRun,
  ): Promise<DeviceOutcome> => {
    const refusal = refusalFor(device, command)
    if (refusal !== null) return fail(device.id, refusal)
    const refused = await refusalOfDoor(actor, device, command, shown)
    if (refused !== null) return refused
    const begin = await beginOf(actor, device, command)
    const outcome = await executor.execute(device, command, { ...options, begin })
    if (outcome !== null) return outcome
    if (command.command === 'unlock') begin().ended({ ok: false, error: 'device_busy' })
    return fail(device.id, 'device_busy')
  }

  /** Ends what runs for devices that the actor may no longer command. */
  const endWithoutRight = async (actor: Actor, abortById: ReadonlyMap<string, AbortController>) => {
    const found = await devices.findAll(actor, 'command', [...abortById.keys()])
    for (const [id, result] of found) if (!result.ok) abortById.get(id)?.abort(result.error)
  }

  /** Runs something for each device that the actor may command, all at once, and merges what became of it. */
  const runAll = async <T extends { deviceId: string }>(
    actor: Actor,
    entries: readonly T[],
    run: (device: Device, entry: T, abort: AbortController) => Promise<DeviceOutcome>,
  ): Promise<CommandResult[]> => {
    const deviceIds = entries.map(({ deviceId }) => deviceId)
    const abortById = new Map(deviceIds.map((id) => [id, new AbortController()]))
    // From before they are read: a change meanwhile is not missed.
    const stopFollowing = rights.follow(actor.accountId, () => {
      endWithoutRight(actor, abortById).catch(failed)
    })
    const runOne = async (found: Map<string, Found>, entry: T): Promise<DeviceOutcome> => {
      const result = found.get(entry.deviceId)
      const abort = abortById.get(entry.deviceId)
      if (result?.ok !== true || abort === undefined) {
        return fail(entry.deviceId, result?.ok === false ? result.error : 'device_not_exist')
      }
      const leave = unfinished.enter(actor.accountId)
      if (leave === null) return fail(entry.deviceId, 'device_busy')
      try {
        return await run(result.device, entry, abort)
      } catch (error) {
        return brokenOutcome(entry.deviceId, error)
      } finally {
        leave()
      }
    }
    const outcomes = await devices
      .findAll(actor, 'command', deviceIds)
      .then((found) => Promise.all(entries.map((entry) => runOne(found, entry))))
      .finally(stopFollowing)
    for (const outcome of outcomes) counted(outcome.ok ? 'success' : outcome.error)
    // The server stops: what any device would have said is not known.
    const isKnown = outcomes.some((outcome) => outcome.ok || outcome.error !== 'internal_error')
    if (executor.isStopped() && !isKnown) {
      throw new ApiError('internal_error', { status: 503 })
    }
    return mergeOutcomes(outcomes)
  }

  return {
    /** Throws `no_commands_found`; everything else is said per device. */
    async move(
      actor: Actor,
      commands: readonly RawCommand[],
      how: Omit<HowToRun, 'abort'>,
    ): Promise<CommandResult[]> {
      if (commands.length === 0) throw new ApiError('no_commands_found', { key: 'commands' })
      return runAll(actor, readBatch(commands), async (device, entry: BatchEntry, abort) =>
        entry.ok
          ? execute(actor, device, entry.command, { ...how, abort })
          : fail(entry.deviceId, entry.error),
      )
    },

    /** Stops devices; one that is named twice is stopped once. Throws `no_commands_found`. */
    async abort(actor: Actor, commands: readonly { token: string }[]): Promise<CommandResult[]> {
      if (commands.length === 0) throw new ApiError('no_commands_found', { key: 'commands' })
      const deviceIds = [...new Set(commands.map(({ token }) => token))]
      const entries = deviceIds.map((deviceId) => ({ deviceId }))
      return runAll(actor, entries, (device, _entry, abort) =>
        execute(actor, device, { command: 'abort' }, { isAwaited: false, abort, shown: NOTHING_SHOWN }),
      )
    },
  }
}

export type CommandService = ReturnType<typeof createCommandService>
