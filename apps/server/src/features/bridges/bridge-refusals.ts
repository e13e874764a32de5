import * as z from 'zod/mini'
import type { Activity } from '#features/activity/index.ts'
import { activityOf, readBatch } from '#features/commands/index.ts'
import type { DeviceService } from '#features/devices/index.ts'
import type { BridgeActor } from '#features/rights/index.ts'

/** At most this many commands of one refused call are read. */
const MAX_READ = 100

const bodySchema = z.object({ commands: z.array(z.unknown()) })
const commandSchema = z.looseObject({ token: z.string() })
const ABORT = { command: 'abort' } as const

interface BridgeRefusalsOptions {
  devices: Pick<DeviceService, 'findAll'>
  activity: Pick<Activity, 'recordRefused'>
}

/** Records what a bridge asked of its devices while it might not: outside its hours, frozen, or without the scope [BR7]. */
export const createRecordRefused =
  ({ devices, activity }: BridgeRefusalsOptions) =>
  async (bridge: BridgeActor, body: unknown): Promise<void> => {
    const commands = (bodySchema.safeParse(body).data?.commands ?? []).slice(0, MAX_READ).flatMap((raw) => {
      const command = commandSchema.safeParse(raw).data
      return command === undefined || !bridge.grants.has(command.token) ? [] : command
    })
    const entries = [
      ...readBatch(commands.filter((one) => 'command' in one)),
      // What is to be stopped is named without a command.
      ...commands
        .filter((one) => !('command' in one))
        .map(({ token }) => ({ deviceId: token, ok: true as const, command: ABORT })),
    ]
    const found = await devices.findAll(bridge, 'view', [...new Set(entries.map(({ deviceId }) => deviceId))])
    for (const entry of entries) {
      const result = found.get(entry.deviceId)
      if (entry.ok && result?.ok === true)
        activity.recordRefused(bridge, result.device, activityOf(entry.command), {
          error: 'insufficient_permission',
        })
    }
  }
