import { setMaxListeners } from 'node:events'
import {
  AXES,
  type CommandResult,
  type DeviceCommand,
  type DeviceOutcome,
  type ErrorCode,
  kindOf,
  mergeOutcomes,
  targetOfMove,
} from '@senca/contract'
import { type Driver, DriverError } from '#drivers/driver.ts'
import type { Activity } from '#features/activity/index.ts'
import {
  type Device,
  type DeviceService,
  effectiveTypeOf,
  type Shadows,
  stateOf,
} from '#features/devices/index.ts'
import type { Actor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { type BatchEntry, readBatch } from './batch.ts'
import { goalOf } from './command-goal.ts'
import { createInFlight } from './in-flight.ts'
import { refusalOf } from './refusal.ts'
import { learnTravel, restDeadlineMs, type Travel, UNMEASURED } from './travel-time.ts'
import { createWaiter, type Waiter } from './waiter.ts'

const UNANSWERED_PER_DEVICE = 16
const UNFINISHED_PER_ACCOUNT = 2_000

interface CommandServiceOptions {
  devices: DeviceService
  shadows: Shadows
  driver: Driver
  activity: Activity
  clock: Clock
  /** Called with what became of each command. */
  counted(outcome: 'success' | ErrorCode): void
}

type RawCommand = { token: string } & Record<string, unknown>
type Sent = DeviceCommand | { command: 'abort' }

export function createCommandService({
  devices,
  shadows,
  driver,
  activity,
  clock,
  counted,
}: CommandServiceOptions) {
  const unanswered = createInFlight(UNANSWERED_PER_DEVICE)
  const unfinished = createInFlight(UNFINISHED_PER_ACCOUNT)
  const waitersById = new Map<string, Set<Waiter>>()
  const travelById = new Map<string, Travel>()
  const stopping = new AbortController()
  // Every command under way listens for the end of the server.
  setMaxListeners(0, stopping.signal)
  let stopLearning = () => {}

  const fail = (deviceId: string, error: ErrorCode): DeviceOutcome => ({ deviceId, ok: false, error })

  /** Sends a command and answers null once the device took it, else why not. */
  const send = async (
    deviceId: string,
    command: Sent,
    acknowledged: () => void,
  ): Promise<ErrorCode | null> => {
    const leave = unanswered.enter(deviceId)
    if (leave === null) return 'device_busy'
    try {
      await driver.execute({ deviceId, command }, { signal: stopping.signal, acknowledged })
      return null
    } catch (error) {
      if (error instanceof DriverError) return error.code
      throw error
    } finally {
      leave()
    }
  }

  const waiterFor = (device: Device, command: DeviceCommand): Waiter => {
    const shadow = shadows.get(device.id)
    const { family } = kindOf(effectiveTypeOf(device, shadow))
    const waiter = createWaiter({
      shadows,
      clock,
      deviceId: device.id,
      goal: goalOf(command, device.ventilation),
      sentAt: shadow.counts,
      restMs: restDeadlineMs(family, travelById.get(device.id)?.fullMs ?? null),
      signal: stopping.signal,
    })
    const waiters = waitersById.get(device.id) ?? new Set()
    waitersById.set(device.id, waiters.add(waiter))
    return waiter
  }

  const forgetWaiter = (deviceId: string, waiter: Waiter) => {
    waiter.stop()
    const waiters = waitersById.get(deviceId)
    waiters?.delete(waiter)
    if (waiters?.size === 0) waitersById.delete(deviceId)
  }

  /** What a command did to the axes of a shade; nothing for doors and lights. */
  const reachedBy = (device: Device) => {
    const shadow = shadows.get(device.id)
    const state = stateOf(shadow)
    const { axes } = kindOf(effectiveTypeOf(device, shadow))
    return Object.fromEntries(AXES.filter((axis) => axes.includes(axis)).map((axis) => [axis, state[axis]]))
  }

  const execute = async (
    device: Device,
    command: DeviceCommand,
    isAwaited: boolean,
  ): Promise<DeviceOutcome> => {
    const { id: deviceId } = device
    const sentAt = shadows.get(deviceId).counts
    const waiter = isAwaited ? waiterFor(device, command) : null
    try {
      const refusal = await send(deviceId, command, () => {
        if (command.command === 'move') {
          shadows.record(deviceId, { kind: 'target', target: targetOfMove(command), sentAt })
        }
        for (const other of waitersById.get(deviceId) ?? []) other.extend()
        waiter?.acknowledged()
      })
      if (refusal !== null) return fail(deviceId, refusal)
      if (waiter === null) return { deviceId, ok: true }
      const error = await waiter.outcome
      if (error === null) return { deviceId, ok: true, reached: reachedBy(device) }
      if (error === 'device_update_failed') return { deviceId, ok: false, error, reached: reachedBy(device) }
      return fail(deviceId, error)
    } finally {
      if (waiter !== null) forgetWaiter(deviceId, waiter)
    }
  }

  const move = async (actor: Actor, device: Device, command: DeviceCommand, isAwaited: boolean) => {
    const shadow = shadows.get(device.id)
    const refusal = refusalOf(command, effectiveTypeOf(device, shadow), shadow)
    if (refusal !== null) return fail(device.id, refusal)
    if (command.command === 'unlock') {
      const { lockType, unlockDuration = null } = command
      await activity.recordUnlock(actor, device, { lockType, unlockDuration })
    }
    return execute(device, command, isAwaited)
  }

  const abort = async (device: Device): Promise<DeviceOutcome> => {
    const shadow = shadows.get(device.id)
    const refusal = refusalOf({ command: 'abort' }, effectiveTypeOf(device, shadow), shadow)
    const error = refusal ?? (await send(device.id, { command: 'abort' }, () => {}))
    return error === null ? { deviceId: device.id, ok: true } : fail(device.id, error)
  }

  /** Runs something for each device that the actor may command, all at once, and merges what became of it. */
  const runAll = async <T extends { deviceId: string }>(
    actor: Actor,
    entries: readonly T[],
    run: (device: Device, entry: T) => Promise<DeviceOutcome>,
  ): Promise<CommandResult[]> => {
    const found = await devices.findAll(
      actor,
      'command',
      entries.map(({ deviceId }) => deviceId),
    )
    const runOne = async (entry: T): Promise<DeviceOutcome> => {
      const result = found.get(entry.deviceId)
      if (result?.ok !== true) return fail(entry.deviceId, result?.error ?? 'device_not_exist')
      const leave = unfinished.enter(actor.accountId)
      if (leave === null) return fail(entry.deviceId, 'device_busy')
      try {
        return await run(result.device, entry)
      } finally {
        leave()
      }
    }
    const outcomes = await Promise.all(entries.map(runOne))
    for (const outcome of outcomes) counted(outcome.ok ? 'success' : outcome.error)
    return mergeOutcomes(outcomes)
  }

  return {
    start() {
      stopLearning = shadows.onChange(({ shadow, event }) => {
        if (event.kind !== 'report') return
        const before = travelById.get(shadow.deviceId) ?? UNMEASURED
        const travel = learnTravel(before, stateOf(shadow), event.at)
        if (travel !== before) travelById.set(shadow.deviceId, travel)
      })
    },

    /** Ends every wait at once. */
    stop() {
      stopLearning()
      stopping.abort()
    },

    /** Throws `no_commands_found`; everything else is said per device. */
    async move(actor: Actor, commands: readonly RawCommand[], isAwaited: boolean): Promise<CommandResult[]> {
      if (commands.length === 0) throw new ApiError('no_commands_found', { key: 'commands' })
      return runAll(actor, readBatch(commands), async (device, entry: BatchEntry) =>
        entry.ok ? move(actor, device, entry.command, isAwaited) : fail(entry.deviceId, entry.error),
      )
    },

    /** Stops devices; one that is named twice is stopped once. Throws `no_commands_found`. */
    async abort(actor: Actor, commands: readonly { token: string }[]): Promise<CommandResult[]> {
      if (commands.length === 0) throw new ApiError('no_commands_found', { key: 'commands' })
      const deviceIds = [...new Set(commands.map(({ token }) => token))]
      return runAll(
        actor,
        deviceIds.map((deviceId) => ({ deviceId })),
        (device) => abort(device),
      )
    },
  }
}

export type CommandService = ReturnType<typeof createCommandService>
