import { type ErrorCode, kindOf } from '@senca/contract'
import type { BridgeKind } from '@senca/contract/bridges'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { Activity } from '#features/activity/index.ts'
import type { DeviceService, Found } from '#features/devices/index.ts'
import type { Actor, BridgeActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { type BatchEntry, idsOf } from './batch.ts'
import { createBridgePacing } from './bridge-pacing.ts'
import type { CommandAttempt, CommandRefusal } from './command-checks.ts'
import type { SentCommand } from './command-goal.ts'
import { activityOf } from './command-observers.ts'

interface BridgeCommandsOptions {
  devices: Pick<DeviceService, 'findAll'>
  activity: Pick<Activity, 'recordRefused'>
  clock: Pick<Clock, 'after' | 'now'>
}

const NOT_PERMITTED = { error: 'insufficient_permission' } as const satisfies { error: ErrorCode }

/** Whether a kind of bridge sends commands by the scope for it. To the others they are granted with their devices alone. */
const IS_BY_SCOPE: Record<BridgeKind, boolean> = {
  script: true,
  agent: true,
  matter: false,
  'home-assistant': false,
}

/** Whether an actor may send commands at all. The scope of a bridge may be taken from it while a command is in flight. */
export const sendsCommands = (actor: Actor): boolean =>
  actor.kind !== 'bridge' || !IS_BY_SCOPE[actor.bridgeKind] || actor.scopes.includes('devices:command')

const isUnlock = (entry: BatchEntry): boolean => entry.ok && entry.command.command === 'unlock'

/** A bridge unlocks one door with a call, so that nothing that it is made to do opens all [BR10]. */
export function withoutOpenAll(actor: Actor, batch: readonly BatchEntry[]): readonly BatchEntry[] {
  if (actor.kind !== 'bridge' || idsOf(batch.filter(isUnlock)).length <= 1) return batch
  return batch.map((entry) =>
    isUnlock(entry) ? { deviceId: entry.deviceId, ok: false, ...NOT_PERMITTED } : entry,
  )
}

/** Why the actor may not send the command. A bridge that has to ask a person for an unlock gets a detail that says so. */
export function refusalOfRights({ actor, device, command }: CommandAttempt): CommandRefusal {
  const hasToAsk =
    actor.kind === 'bridge' && command.command === 'unlock' && actor.unlocks.get(device.id) === 'ask'
  return {
    ...NOT_PERMITTED,
    ...(hasToAsk ? { detail: 'approval_required' } : {}),
    isRecorded: actor.kind === 'bridge',
  }
}

/** What is different for the commands of bridges: their rate, and that what they may not do is recorded. */
export function createBridgeCommands({ devices, activity, clock }: BridgeCommandsOptions) {
  const pacing = createBridgePacing({ clock })

  return {
    /** Records commands that a bridge may not send to devices that it may view [BR7]. */
    async recordWithoutRight(
      actor: Actor,
      entries: readonly BatchEntry[],
      found: ReadonlyMap<string, Found>,
    ): Promise<void> {
      if (actor.kind !== 'bridge') return
      const refused = entries.filter(({ deviceId }) => {
        const result = found.get(deviceId)
        return result?.ok === false && result.error === NOT_PERMITTED.error
      })
      const seen = await devices.findAll(actor, 'view', idsOf(refused))
      for (const entry of refused) {
        const result = seen.get(entry.deviceId)
        if (entry.ok && result?.ok === true)
          activity.recordRefused(actor, result.device, activityOf(entry.command), NOT_PERMITTED)
      }
    },

    /**
     * Sends a command of a bridge in its turn, or refuses it at once. A stop is never refused for the rate, and what is refused
     * anyway (`isRefused`) takes no turn.
     */
    send(
      bridge: BridgeActor,
      { device, type }: CommandAttempt,
      command: SentCommand,
      { isRefused, send }: { isRefused: boolean; send: (command: SentCommand) => Promise<DeviceOutcome> },
    ): Promise<DeviceOutcome> {
      const [bridgeId, deviceId] = [bridge.id, device.id]
      if (command.command !== 'abort' && !pacing.take(bridgeId))
        return Promise.resolve({ deviceId, ok: false, error: 'too_many_requests' })
      if (isRefused) return send(command)
      const hasTwoAxes = kindOf(type).axes.length > 1
      return pacing.send({ bridgeId, deviceId, command, hasTwoAxes }, send)
    },

    /** Counts commands that a bridge sends by others, such as a scenario. Throws `too_many_requests`. */
    countOf({ id }: BridgeActor, count: number) {
      if (!pacing.take(id, count)) throw new ApiError('too_many_requests', { retryAfterSeconds: 1 })
    },
  }
}
