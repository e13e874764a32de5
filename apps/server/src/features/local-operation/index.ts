import type { Activity } from '#features/activity/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createLateDoors } from './late-doors.ts'
import type { Part } from './local-operation.ts'
import { createLocalOperationWatch } from './local-operation-watch.ts'

interface LocalOperationsOptions {
  activity: Pick<Activity, 'recordLocal' | 'findLate' | 'failed' | 'dropped' | 'leftOut'>
  commands: { partsAsked(deviceId: string): Part[] }
  devices: Pick<Devices, 'shadows' | 'lookup' | 'gateway'>
  notify: Pick<Notify, 'publish'>
}

/**
 * Registers the recording of what devices do without a command: by wall switches, keys, hands, and by themselves, also as the late
 * effect of a command that nobody confirmed.
 */
export function registerLocalOperations(
  { database, logger, runs }: AppContext,
  options: LocalOperationsOptions,
) {
  const { activity, commands, devices, notify } = options
  const lateDoors = createLateDoors({ database, notify })
  const localOperations = createLocalOperationWatch({
    shadows: devices.shadows,
    lookup: devices.lookup,
    commandedParts: commands.partsAsked,
    mayActLate: devices.gateway.mayActLate,
    findLate: activity.findLate,
    async record(device, operation, late) {
      activity.recordLocal(device, operation, late)
      if (late === null) return
      await lateDoors.notify(device, operation, late).catch((error: unknown) => {
        logger.error({ err: error, deviceId: device.id }, 'Nobody could be notified of a late effect')
      })
    },
    failed: activity.failed,
    dropped: activity.dropped,
    leftOut: activity.leftOut,
  })
  runs(localOperations)
  return localOperations
}
