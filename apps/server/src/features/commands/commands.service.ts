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
  ventilationOf,
} from '#features/devices/index.ts'
import type { DoorGuardService, DoorProof } from '#features/door-guards/index.ts'
import { type Actor, homeOf, mayCommand, principalOf, type RightsIndex } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import { type BatchEntry, entryOf, readBatch } from './batch.ts'
import type { Executor } from './executor.ts'
import { createInFlight } from './in-flight.ts'
import { createRecheck } from './recheck.ts'
import { refusalOf } from './refusal.ts'
import { withoutForeignAxis } from './whole-moves.ts'

const UNFINISHED_PER_PRINCIPAL = 2_000
/** Fewer than a device answers at once, with their stops too: whatever guests do, its home gets through. */
const UNFINISHED_OF_GUESTS_PER_DEVICE = 6

interface CommandServiceOptions {
  devices: DeviceService
  rights: Pick<RightsIndex, 'follow' | 'renew'>
  shadows: Shadows
  executor: Executor
  activity: Activity
  doorGuards: Pick<DoorGuardService, 'check'>
  uses: Uses
  /** Called with what became of each command. */
  counted(outcome: 'success' | ErrorCode): void
  /** Changed rights could not be read. */
  failed(error: unknown): void
  /** Something on our side broke a command. */
  broken(error: unknown, deviceId: string): void
}

const NOTHING_SHOWN: DoorProof = { host: '' }

interface Running {
  abort: AbortController
  /** Null where it could not be read. */
  command: Sent | null
}

type Entry = BatchEntry | { deviceId: string; ok: true; command: { command: 'abort' } }

interface HowToRun {
  isAwaited: boolean
  abort: AbortController
  /** What is shown to doors that are guarded. */
  shown: DoorProof
}

type Sent = DeviceCommand | { command: 'abort' }

/** What is counted of those who may send only so many commands. */
export interface Uses {
  /**
   * Takes a use before a command leaves; whatever becomes of the command, it must be settled, with null if it never left. Refuses with `device_busy`
   * while all that are left are under way, with `insufficient_permission` once none is left.
   */
  reserve(
    actor: Actor,
    deviceId: string,
    command: Sent,
  ): Promise<
    | { ok: true; settle(outcome: DeviceOutcome | null): Promise<void> }
    | { ok: false; error: 'device_busy' | 'insufficient_permission' }
  >
}

type RawCommand = { token: string } & Record<string, unknown>

export function createCommandService(options: CommandServiceOptions) {
  const { devices, rights, shadows, executor, activity, doorGuards, uses, counted, failed, broken } = options
  const unfinished = createInFlight(UNFINISHED_PER_PRINCIPAL)
  const unfinishedOfGuests = createInFlight(UNFINISHED_OF_GUESTS_PER_DEVICE)

  /** Answers how to give the place back, or null where all are taken; stops have places of their own. */
  const takePlace = (actor: Actor, deviceId: string, { command }: Sent) => {
    const leave = unfinished.enter(principalOf(actor))
    if (leave === null || actor.kind === 'account') return leave
    const leaveDevice = unfinishedOfGuests.enter(`${deviceId} ${command === 'abort' ? 'stop' : 'command'}`)
    if (leaveDevice === null) {
      leave()
      return null
    }
    return () => {
      leaveDevice()
      leave()
    }
  }

  const fail = (deviceId: string, error: ErrorCode): DeviceOutcome => ({ deviceId, ok: false, error })

  /** What breaks a command on our side is said of that one: of the others something may have been sent. */
  const brokenOutcome = (deviceId: string, error: unknown): DeviceOutcome => {
    if (error instanceof ApiError) return fail(deviceId, error.code)
    broken(error, deviceId)
    return fail(deviceId, 'internal_error')
  }

  /** A command as the device is sent it. */
  const fitted = (device: Device, command: Sent): Sent =>
    withoutForeignAxis(command, effectiveTypeOf(device, shadows.get(device.id)))

  const isAllowed = (actor: Actor, device: Device, command: Sent) =>
    mayCommand(actor, device, fitted(device, command), ventilationOf(device, shadows.get(device.id)))

  const refusalFor = (device: Device, command: Sent) => {
    const shadow = shadows.get(device.id)
    return refusalOf(command, effectiveTypeOf(device, shadow), shadow)
  }

  /** The entry of an unlocking is committed before it leaves. */
  const beginUnlock = async (actor: Actor, device: Device, command: Sent): Promise<() => ActivityLife> => {
    const life = await activity.recordUnlock(actor, device, happeningOf(command).details)
    return () => life
  }

  /** Why the door stays as it is, or null: those who may unlock it show what its owner asks for. */
  const refusalOfDoor = async (
    actor: Actor,
    device: Device,
    command: Sent,
    shown: DoorProof,
  ): Promise<DeviceOutcome | null> => {
    const detail = await doorGuards.check(actor, device, shown)
    if (detail === null) return null
    const refusal = { error: 'insufficient_permission', detail } as const
    activity.recordRefusedUnlock(actor, device, happeningOf(command).details, refusal)
    return { deviceId: device.id, ok: false, ...refusal }
  }

  const leave = async (
    device: Device,
    command: Sent,
    options: Omit<HowToRun, 'shown'>,
    begin: () => ActivityLife,
  ): Promise<DeviceOutcome> => {
    const outcome = await executor.execute(device, command, { ...options, begin })
    if (outcome !== null) return outcome
    if (command.command === 'unlock') begin().ended({ ok: false, error: 'device_busy' })
    return fail(device.id, 'device_busy')
  }

  const execute = async (
    actor: Actor,
    device: Device,
    wish: Sent,
    { shown, ...options }: HowToRun,
  ): Promise<DeviceOutcome> => {
    const command = fitted(device, wish)
    if (!isAllowed(actor, device, command)) return fail(device.id, 'insufficient_permission')
    const refusal = refusalFor(device, command)
    if (refusal !== null) return fail(device.id, refusal)
    const isUnlock = command.command === 'unlock'
    const refused = isUnlock ? await refusalOfDoor(actor, device, command, shown) : null
    if (refused !== null) return refused
    const use = await uses.reserve(actor, device.id, command)
    if (!use.ok) return fail(device.id, use.error)
    let outcome: DeviceOutcome | null = null
    try {
      const begin = isUnlock
        ? await beginUnlock(actor, device, command)
        : () => activity.record(actor, device, happeningOf(command))
      outcome = fail(device.id, 'internal_error')
      outcome = await leave(device, command, options, begin)
      return outcome
    } finally {
      await use.settle(outcome)
    }
  }

  /** Ends what runs for devices that the actor may no longer send it to, unless it is over by then. */
  const endWithoutRight = async (
    actor: Actor,
    running: ReadonlyMap<string, Running>,
    isOver: () => boolean,
  ) => {
    const renewed = await rights.renew(actor)
    const found = await devices.findAll(renewed, 'command', [...running.keys()])
    if (isOver()) return
    for (const [id, result] of found) {
      const { abort, command } = running.get(id) ?? {}
      if (!result.ok) abort?.abort(result.error)
      else if (command != null && !isAllowed(renewed, result.device, command))
        abort?.abort('insufficient_permission')
    }
  }

  /** Sends each device its command if the actor may, all at once, and merges what became of it. */
  const runAll = async (
    actor: Actor,
    entries: readonly Entry[],
    how: Omit<HowToRun, 'abort'>,
  ): Promise<DeviceOutcome[]> => {
    const running = new Map(
      entries.map((entry) => [
        entry.deviceId,
        { abort: new AbortController(), command: entry.ok ? entry.command : null },
      ]),
    )
    // From before they are read: a change meanwhile is not missed.
    const recheck = createRecheck(() => endWithoutRight(actor, running, recheck.isStopped).catch(failed))
    const stopFollowing = rights.follow(homeOf(actor), recheck.ask)
    const runOne = async (
      renewed: Actor,
      found: Map<string, Found>,
      entry: Entry,
    ): Promise<DeviceOutcome> => {
      const { deviceId } = entry
      const result = found.get(deviceId)
      const abort = running.get(deviceId)?.abort
      if (result?.ok !== true || abort === undefined)
        return fail(deviceId, result?.ok === false ? result.error : 'device_not_exist')
      if (!entry.ok) return fail(deviceId, entry.error)
      const leavePlace = takePlace(renewed, deviceId, entry.command)
      if (leavePlace === null) return fail(deviceId, 'device_busy')
      try {
        return await execute(renewed, result.device, entry.command, { ...how, abort })
      } catch (error) {
        return brokenOutcome(deviceId, error)
      } finally {
        leavePlace()
      }
    }
    const runEach = async () => {
      const renewed = await rights.renew(actor)
      const found = await devices.findAll(renewed, 'command', [...running.keys()])
      return Promise.all(entries.map((entry) => runOne(renewed, found, entry)))
    }
    const outcomes = await runEach().finally(() => {
      stopFollowing()
      recheck.stop()
    })
    for (const outcome of outcomes) counted(outcome.ok ? 'success' : outcome.error)
    // The server stops: what any device would have said is not known.
    const isKnown = outcomes.some((outcome) => outcome.ok || outcome.error !== 'internal_error')
    if (executor.isStopped() && !isKnown) {
      throw new ApiError('internal_error', { status: 503 })
    }
    return outcomes
  }

  const abortAll = (actor: Actor, deviceIds: readonly string[]) => {
    const entries = [...new Set(deviceIds)].map(
      (deviceId): Entry => ({ deviceId, ok: true, command: { command: 'abort' } }),
    )
    return runAll(actor, entries, { isAwaited: false, shown: NOTHING_SHOWN })
  }

  return {
    /** Throws `no_commands_found`; everything else is said per device. */
    async move(
      actor: Actor,
      commands: readonly RawCommand[],
      how: Omit<HowToRun, 'abort'>,
    ): Promise<CommandResult[]> {
      if (commands.length === 0) throw new ApiError('no_commands_found', { key: 'commands' })
      return mergeOutcomes(await runAll(actor, readBatch(commands), how))
    },

    /** Stops devices; one that is named twice is stopped once. Throws `no_commands_found`. */
    async abort(actor: Actor, commands: readonly { token: string }[]): Promise<CommandResult[]> {
      if (commands.length === 0) throw new ApiError('no_commands_found', { key: 'commands' })
      const ids = commands.map(({ token }) => token)
      return mergeOutcomes(await abortAll(actor, ids))
    },

    /** One command for several devices; one that is named twice is sent it once. Answers when each has taken it. */
    apply(
      actor: Actor,
      deviceIds: readonly string[],
      raw: Readonly<Record<string, unknown>>,
    ): Promise<DeviceOutcome[]> {
      const entries = [...new Set(deviceIds)].map((deviceId) => entryOf(deviceId, raw))
      return runAll(actor, entries, { isAwaited: false, shown: NOTHING_SHOWN })
    },

    /** Stops devices. */
    stop: abortAll,
  }
}

export type CommandService = ReturnType<typeof createCommandService>
