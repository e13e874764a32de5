import type { AccountService } from '#features/accounts/index.ts'
import { createNotices } from '#features/confirmations/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { Prove } from '#features/second-factor/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { transferEvents } from './transfer-events.ts'
import { transferRoutes } from './transfers.routes.ts'
import { createTransferService } from './transfers.service.ts'
import { createTransferStore } from './transfers.store.ts'

export { endTransfersOf, removeFromTransfers } from './transfers.store.ts'

interface TransfersOptions {
  accounts: AccountService
  devices: Pick<Devices, 'service' | 'handOver' | 'nameKeysOf' | 'lookup' | 'shadows'>
  limits: LimitService
  mails: MailService
  realtime: Realtime
  secondFactor: { prove: Prove }
}

/** Registers transfers of devices from one account to another, with their names, settings and saved positions. */
export function registerTransfers(context: AppContext, options: TransfersOptions) {
  const { config, database, clock, http, runs, everyHour } = context
  const { accounts, devices, limits, mails, realtime, secondFactor } = options
  const store = createTransferStore(database.db)
  const { transfer } = createNotices({ accounts, mails })
  const transfers = createTransferService({
    store,
    database,
    accounts,
    devices,
    limits,
    prove: secondFactor.prove,
    clock,
    mail: (queries, receiver, offer) =>
      transfer(queries, receiver, { ...offer, publicUrl: config.publicUrl }),
  })
  let stopFollowing = () => {}
  runs({
    async start() {
      stopFollowing = await transferEvents.follow(database, (accountIds) => {
        for (const accountId of accountIds) realtime.publish('roles.updated', { accountId }, {})
      })
    },
    stop: () => stopFollowing(),
  })
  everyHour(() => store.deleteExpired(clock.now()))
  http.register(transferRoutes, { transfers })
}
