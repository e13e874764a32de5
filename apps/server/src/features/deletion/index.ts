import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { ConfirmationService } from '#features/confirmations/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { deletionRoutes } from './deletion.routes.ts'
import { createDeletionService, type TakeOver } from './deletion.service.ts'

export type { TakeOver } from './deletion.service.ts'

interface DeletionOptions {
  accounts: AccountService
  activity: Pick<Activity, 'recordSecurity' | 'forgetHome' | 'forgetTrail'>
  confirmations: ConfirmationService
  devices: Pick<Devices, 'service' | 'rights'>
  /** Deletes the data of other features, in the transaction that deletes the account. */
  forget(queries: Queries, accountId: string): Promise<void>
  sessions: SessionService
}

/** Registers the deletion of an account, which is confirmed by e-mail. */
export function registerDeletion({ database, http, logger }: AppContext, options: DeletionOptions): TakeOver {
  const { accounts, activity, confirmations, devices, forget, sessions } = options
  const deletion = createDeletionService({
    accounts,
    confirmations,
    devices: devices.service,
    forget,
    forgetHome: activity.forgetHome,
    forgetTrail: activity.forgetTrail,
    sessions,
    rights: devices.rights,
    database,
    failed: (error, deviceId) => logger.error({ err: error, deviceId }, 'A device could not be deleted'),
  })
  http.register(deletionRoutes, { deletion, accounts, confirmations, record: activity.recordSecurity })
  return deletion
}
