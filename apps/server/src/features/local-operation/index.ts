import type { Activity } from '#features/activity/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Part } from './local-operation.ts'
import { createLocalOperationWatch } from './local-operation-watch.ts'

interface LocalOperationsOptions {
  activity: Pick<Activity, 'recordLocal' | 'failed' | 'dropped' | 'leftOut'>
  commands: { partsAsked(deviceId: string): Part[] }
  devices: Pick<Devices, 'shadows' | 'lookup'>
}

/** Registers the recording of what devices do without a command: by wall switches, keys, hands, and by themselves. */
export function registerLocalOperations({ runs }: AppContext, options: LocalOperationsOptions) {
  const { activity, commands, devices } = options
  const localOperations = createLocalOperationWatch({
    shadows: devices.shadows,
    lookup: devices.lookup,
    commandedParts: commands.partsAsked,
    record: activity.recordLocal,
    failed: activity.failed,
    dropped: activity.dropped,
    leftOut: activity.leftOut,
  })
  runs(localOperations)
  return localOperations
}
