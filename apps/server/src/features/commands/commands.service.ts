import { type CommandResult, type ErrorCode, parseCommand } from '@senca/contract'
import type { SafetyReason } from '@senca/contract/automation'
import { type DeviceOutcome, mergeOutcomes } from '@senca/contract/outcomes'
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
import { type Actor, mayCommand, type RightsIndex } from '#features/rights/index.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import { ApiError } from '#platform/errors.ts'
import { databaseAway } from '#platform/postgres/database-away.ts'
import { NO_TRACING, type Span, type Tracing, within } from '#platform/tracing/tracing.ts'
import {
  type CommandAttempt,
  type CommandCheck,
  type CommandRefusal,
  refusalOf,
  withoutForeignAxis,
} from './command-checks.ts'
import type { SentCommand } from './command-goal.ts'
import type { SendCommand } from './command-sender.ts'
import type { CommandTracker } from './command-tracker.ts'

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
  tracing?: Tracing
  /** The generation of a device's hardware; null before it told. */
  versionOf(deviceId: string): number | null
  /** Resolves once it is known which of these devices, which were loaded, are connected. */
  presenceKnown(deviceIds: readonly string[]): Promise<void>
  /** Called with what became of each command. */
  counted(outcome: 'success' | ErrorCode): void
  /** Whether what must be committed cannot be at the moment. */
  isDatabaseAway(): boolean
  /** Changed rights could not be read. */
  failed(error: unknown): void
  /** Something on our side broke a command. */
  broken(error: unknown, deviceId: string): void
}

/** What is counted of those who may send only so many commands. */
export interface Uses {
  /**
   * Takes a use before a command leaves; whatever becomes of the command, it must be settled, with null if it never left. Refuses with `device_busy`
   * while all that are left are under way, with `insufficient_permission` once none is left.
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
  /** Whether the answer waits until each device has come to rest. */
  isAwaited: boolean
  /** What is shown to doors that are guarded. */
  shown: DoorProof
  /** Why the owner moves a device that is held for its safety; absent where nobody takes that responsibility. */
  overrideReason?: string
  /** Why it is moved to safety; absent for everything else. */
  cause?: SafetyReason
}

const UNAWAITED: HowToRun = { isAwaited: false, shown: { host: '' } }

type RawCommand = { token: string } & Record<string, unknown>

/** What is to be done with one device; `error` where it cannot be read. */
type Entry = { deviceId: string } & ({ ok: true; command: SentCommand } | { ok: false; error: ErrorCode })

function entryOf(deviceId: string, raw: Readonly<Record<string, unknown>>): Entry {
  const parsed = parseCommand(raw)
  return parsed.ok
    ? { deviceId, ok: true, command: parsed.command }
    : { deviceId, ok: false, error: parsed.error }
}

/** Reads the commands of a batch, one entry per device; a device that is named twice gets neither. */
export function readBatch(commands: readonly RawCommand[]): Entry[] {
  const rawById = new Map<string, Record<string, unknown>[]>()
  for (const { token, ...raw } of commands) rawById.set(token, [...(rawById.get(token) ?? []), raw])
  return [...rawById].map(([deviceId, raws]): Entry => {
    const [raw] = raws
    if (raw === undefined || raws.length > 1) return { deviceId, ok: false, error: 'multiple_command_values' }
    return entryOf(deviceId, raw)
  })
}

const fail = (deviceId: string, error: ErrorCode): DeviceOutcome => ({ deviceId, ok: false, error })

export function createCommandService(options: CommandServiceOptions) {
  const { devices, rights, shadows, tracker, send, activity, doorGuards, uses, checks } = options
  const { versionOf, presenceKnown, isDatabaseAway, counted, failed, broken, tracing = NO_TRACING } = options

  /** What breaks a command on our side is said of that one: of the others something may have been sent. */
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
    const version = versionOf(device.id)
    const meant = withoutForeignAxis(command, type, version)
    return { actor, device, command: meant, type, shadow, version, isOverride }
  }

  const isAllowed = ({ actor, device, command, shadow }: CommandAttempt) =>
    mayCommand(actor, device, command, ventilationOf(device, shadow))

  /** Why the door stays as it is, or null: those who may unlock it show what its owner asks for. */
  const refusalOfDoor = async (
    { actor, device, command }: CommandAttempt,
    shown: DoorProof,
  ): Promise<CommandRefusal | null> => {
    if (command.command !== 'unlock') return null
    const detail = await doorGuards.check(actor, device, shown)
    return detail === null ? null : { error: 'insufficient_permission', detail, isRecorded: true }
  }

  const refuse = (
    { actor, device, command }: CommandAttempt,
    { isRecorded = false, ...refusal }: CommandRefusal,
  ): DeviceOutcome => {
    if (isRecorded) activity.recordRefused(actor, device, happeningOf(command), refusal)
    return { deviceId: device.id, ok: false, ...refusal }
  }

  /** Answers how to begin the entry of a command; that of an unlocking is committed before it leaves. */
  const recorded = async (
    { actor, device, command }: CommandAttempt,
    { overrideReason, cause }: HowToRun,
  ): Promise<() => ActivityLife> => {
    const { action, details } = happeningOf(command)
    const reason = {
      ...(overrideReason === undefined ? {} : { overrideReason }),
      ...(cause === undefined ? {} : { cause }),
    }
    const happening = { action, details: { ...details, ...reason } }
    if (command.command !== 'unlock') return () => activity.record(actor, device, happening)
    const life = await activity.recordUnlock(actor, device, happening.details)
    return () => life
  }

  /** What holds a device by now; of a command that could not be carried out for it, that is the reason to tell. */
  const explained = (attempt: CommandAttempt, outcome: DeviceOutcome): DeviceOutcome => {
    if (outcome.ok || outcome.error !== 'device_update_failed') return outcome
    const refusal = refusalOf(checks, { ...attempt, shadow: shadows.get(attempt.device.id) })
    if (refusal?.error !== 'weather_scenario_matched') return outcome
    const { detail: _replaced, ...rest } = outcome
    return { ...rest, ...refusal }
  }

  const execute = (
    attempt: CommandAttempt,
    how: HowToRun,
    controller: AbortController,
  ): Promise<DeviceOutcome> => {
    const { actor, command, device } = attempt
    const span = tracing.begin('command', {
      'senca.command': command.command,
      'senca.device': device.id,
      'senca.actor': actor.kind,
    })
    return within(span, async () => {
      const outcome = await carryOut(attempt, how, controller, span)
      if (!outcome.ok) span.fail(outcome.error)
      return outcome
    })
  }

  const carryOut = async (
    attempt: CommandAttempt,
    how: HowToRun,
    controller: AbortController,
    span: Span,
  ): Promise<DeviceOutcome> => {
    const { isAwaited, shown } = how
    const { actor, device, command } = attempt
    const registered = tracker.register({ actor, device, command, controller })
    if (registered === null) return fail(device.id, 'device_busy')
    try {
      if (!isAllowed(attempt)) return fail(device.id, 'insufficient_permission')
      const refusal = refusalOf(checks, attempt) ?? (await refusalOfDoor(attempt, shown))
      if (refusal !== null) return refuse(attempt, refusal)
      const use = await uses.reserve(actor, device.id, command)
      if (!use.ok) return fail(device.id, use.error)
      let outcome: DeviceOutcome | null = null
      try {
        const begin = await recorded(attempt, how)
        // A danger that arose meanwhile counts too.
        const late = refusalOf(checks, { ...attempt, shadow: shadows.get(device.id) })
        if (late?.error === 'weather_scenario_matched') return refuse(attempt, late)
        span.event('checked')
        outcome = fail(device.id, 'internal_error')
        outcome = explained(attempt, await send(registered, { isAwaited, begin }))
        return outcome
      } finally {
        await use.settle(outcome)
      }
    } finally {
      tracker.release(registered)
    }
  }

  /** Ends what runs for devices that the actor may no longer send it to, unless it is over by then. */
  const endWithoutRight = async (
    actor: Actor,
    entries: readonly Entry[],
    controllerById: ReadonlyMap<string, AbortController>,
    isOver: () => boolean,
  ) => {
    const renewed = await rights.renew(actor)
    const found = await devices.findAll(renewed, 'command', [...controllerById.keys()])
    if (isOver()) return
    for (const entry of entries) {
      const { deviceId } = entry
      const result = found.get(deviceId)
      const controller = controllerById.get(deviceId)
      if (result?.ok === false) controller?.abort(result.error)
      else if (
        result !== undefined &&
        entry.ok &&
        !isAllowed(attemptOf(renewed, result.device, entry.command))
      )
        controller?.abort('insufficient_permission')
    }
  }

  /** Sends each device its command if the actor may, all at once, and says what became of each. */
  const runAll = async (actor: Actor, entries: readonly Entry[], how: HowToRun): Promise<DeviceOutcome[]> => {
    const controllerById = new Map(entries.map(({ deviceId }) => [deviceId, new AbortController()]))
    // From before they are read: a change meanwhile is not missed.
    const recheck = createCoalescedTask(() =>
      endWithoutRight(actor, entries, controllerById, recheck.isStopped).catch(failed),
    )
    const stopFollowing = rights.followActor(actor, recheck.request)
    const runOne = async (
      renewed: Actor,
      found: ReadonlyMap<string, Found>,
      entry: Entry,
    ): Promise<DeviceOutcome> => {
      const { deviceId } = entry
      const result = found.get(deviceId)
      const controller = controllerById.get(deviceId)
      if (result?.ok !== true || controller === undefined)
        return fail(deviceId, result?.ok === false ? result.error : 'device_not_exist')
      if (!entry.ok) return fail(deviceId, entry.error)
      try {
        return await execute(attemptOf(renewed, result.device, entry.command, how), how, controller)
      } catch (error) {
        return brokenOutcome(deviceId, error)
      }
    }
    const runEach = async () => {
      const renewed = await rights.renew(actor)
      const found = await devices.findAll(renewed, 'command', [...controllerById.keys()])
      await presenceKnown([...found].flatMap(([deviceId, { ok }]) => (ok ? [deviceId] : [])))
      return Promise.all(entries.map((entry) => runOne(renewed, found, entry)))
    }
    const outcomes = await runEach().finally(() => {
      stopFollowing()
      recheck.stop()
    })
    for (const outcome of outcomes) counted(outcome.ok ? 'success' : outcome.error)
    // The server stops: what any device would have said is not known.
    const isKnown = outcomes.some((outcome) => outcome.ok || outcome.error !== 'internal_error')
    if (isDatabaseAway() && !isKnown) throw databaseAway()
    if (tracker.isStopped() && !isKnown) throw new ApiError('internal_error', { status: 503 })
    return outcomes
  }

  const abortAll = (actor: Actor, deviceIds: readonly string[]) => {
    const entries = [...new Set(deviceIds)].map(
      (deviceId): Entry => ({ deviceId, ok: true, command: { command: 'abort' } }),
    )
    return runAll(actor, entries, UNAWAITED)
  }

  return {
    /** Throws `no_commands_found`; everything else is said per device. */
    async move(actor: Actor, commands: readonly RawCommand[], how: HowToRun): Promise<CommandResult[]> {
      if (commands.length === 0) throw new ApiError('no_commands_found', { key: 'commands' })
      return mergeOutcomes(await runAll(actor, readBatch(commands), how))
    },

    /** Stops devices; one that is named twice is stopped once. Throws `no_commands_found`. */
    async abort(actor: Actor, commands: readonly { token: string }[]): Promise<CommandResult[]> {
      if (commands.length === 0) throw new ApiError('no_commands_found', { key: 'commands' })
      const ids = commands.map(({ token }) => token)
      return mergeOutcomes(await abortAll(actor, ids))
    },

    /** One command for several devices; one that is named twice is sent it once. Answers when each has taken it, unless all are awaited. */
    apply(
      actor: Actor,
      deviceIds: readonly string[],
      raw: Readonly<Record<string, unknown>>,
      how: Pick<HowToRun, 'isAwaited' | 'cause'> = UNAWAITED,
    ): Promise<DeviceOutcome[]> {
      const entries = [...new Set(deviceIds)].map((deviceId) => entryOf(deviceId, raw))
      return runAll(actor, entries, { ...UNAWAITED, ...how })
    },

    /** One command of the owner for a device although it is held for its safety, with the reason that the activity tells. */
    async override(
      actor: Actor,
      { token, ...raw }: RawCommand,
      overrideReason: string,
    ): Promise<CommandResult[]> {
      return mergeOutcomes(await runAll(actor, [entryOf(token, raw)], { ...UNAWAITED, overrideReason }))
    },

    /** Stops devices. */
    stop: abortAll,
  }
}

export type CommandService = ReturnType<typeof createCommandService>
