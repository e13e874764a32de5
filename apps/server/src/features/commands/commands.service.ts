import {
  type CommandResult,
  type DeviceCommand,
  type DeviceOutcome,
  type ErrorCode,
  mergeOutcomes,
} from '@senca/contract'
import type { Activity } from '#features/activity/index.ts'
import { type Device, type DeviceService, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'
import type { Actor } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import { type BatchEntry, readBatch } from './batch.ts'
import type { Executor } from './executor.ts'
import { createInFlight } from './in-flight.ts'
import { refusalOf } from './refusal.ts'

const UNFINISHED_PER_ACCOUNT = 2_000

interface CommandServiceOptions {
  devices: DeviceService
  shadows: Shadows
  executor: Executor
  activity: Activity
  /** Called with what became of each command. */
  counted(outcome: 'success' | ErrorCode): void
}

type RawCommand = { token: string } & Record<string, unknown>

export function createCommandService(options: CommandServiceOptions) {
  const { devices, shadows, executor, activity, counted } = options
  const unfinished = createInFlight(UNFINISHED_PER_ACCOUNT)

  const fail = (deviceId: string, error: ErrorCode): DeviceOutcome => ({ deviceId, ok: false, error })

  const refusalFor = (device: Device, command: DeviceCommand | { command: 'abort' }) => {
    const shadow = shadows.get(device.id)
    return refusalOf(command, effectiveTypeOf(device, shadow), shadow)
  }

  const move = async (actor: Actor, device: Device, command: DeviceCommand, isAwaited: boolean) => {
    const refusal = refusalFor(device, command)
    if (refusal !== null) return fail(device.id, refusal)
    if (command.command === 'unlock') {
      const { lockType, unlockDuration = null } = command
      await activity.recordUnlock(actor, device, { lockType, unlockDuration })
    }
    return executor.execute(device, command, isAwaited)
  }

  const abort = async (device: Device): Promise<DeviceOutcome> => {
    const refusal = refusalFor(device, { command: 'abort' })
    return refusal === null ? executor.abort(device) : fail(device.id, refusal)
  }

  /** Runs something for each device that the actor may command, all at once, and merges what became of it. */
  const runAll = async <T extends { deviceId: string }>(
    actor: Actor,
    entries: readonly T[],
    run: (device: Device, entry: T) => Promise<DeviceOutcome>,
  ): Promise<CommandResult[]> => {
    const deviceIds = entries.map(({ deviceId }) => deviceId)
    const found = await devices.findAll(actor, 'command', deviceIds)
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
      const entries = deviceIds.map((deviceId) => ({ deviceId }))
      return runAll(actor, entries, (device) => abort(device))
    },
  }
}

export type CommandService = ReturnType<typeof createCommandService>
