import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import { createNotices } from '#features/confirmations/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createLateMails } from './late-mails.ts'
import type { Part } from './local-operation.ts'
import { createLocalOperationWatch } from './local-operation-watch.ts'

interface LocalOperationsOptions {
  accounts: Pick<AccountService, 'find'>
  activity: Pick<Activity, 'recordLocal' | 'findLate' | 'failed' | 'dropped' | 'leftOut'>
  commands: { partsAsked(deviceId: string): Part[] }
  devices: Pick<Devices, 'shadows' | 'lookup' | 'gateway'>
  mails: Pick<MailService, 'post'>
}

/**
 * Registers the recording of what devices do without a command: by wall switches, keys, hands, and by themselves, also as the late
 * effect of a command that nobody confirmed.
 */
export function registerLocalOperations(
  { database, logger, runs }: AppContext,
  options: LocalOperationsOptions,
) {
  const { accounts, activity, commands, devices, mails } = options
  const lateMails = createLateMails({ database, notices: createNotices({ accounts, mails }) })
  const localOperations = createLocalOperationWatch({
    shadows: devices.shadows,
    lookup: devices.lookup,
    commandedParts: commands.partsAsked,
    mayActLate: devices.gateway.mayActLate,
    findLate: activity.findLate,
    async record(device, operation, late) {
      activity.recordLocal(device, operation, late)
      if (late === null) return
      await lateMails.post(device, operation, late).catch((error: unknown) => {
        logger.error(
          { err: error, deviceId: device.id },
          'The e-mail about a late effect could not be written',
        )
      })
    },
    failed: activity.failed,
    dropped: activity.dropped,
    leftOut: activity.leftOut,
  })
  runs(localOperations)
  return localOperations
}
