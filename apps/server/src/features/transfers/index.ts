import type { AccountService } from '#features/accounts/index.ts'
import { writeTransferMail } from '#features/confirmations/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { Prove } from '#features/second-factor/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { transferEvents } from './transfer-events.ts'
import { transferRoutes } from './transfers.routes.ts'
import { createTransferService } from './transfers.service.ts'
import { createTransferStore } from './transfers.store.ts'

export { endTransfersOf, removeFromTransfers } from './transfers.store.ts'

/** The key of the notification of an offer. */
const keyOf = (tokenHash: string) => `transfer:${tokenHash}`

interface TransfersOptions {
  accounts: AccountService
  devices: Pick<Devices, 'service' | 'handOver' | 'nameKeysOf' | 'lookup' | 'shadows'>
  limits: LimitService
  notify: Notify
  realtime: Realtime
  secondFactor: { prove: Prove }
}

/** Registers transfers of devices from one account to another, with their names, settings and saved positions. */
export function registerTransfers(context: AppContext, options: TransfersOptions) {
  const { config, database, clock, http, runs, everyHour } = context
  const { accounts, devices, limits, notify, realtime, secondFactor } = options
  const store = createTransferStore(database.db)
  const transfers = createTransferService({
    store,
    database,
    accounts,
    devices,
    limits,
    prove: secondFactor.prove,
    clock,
    notify: (queries, receiver, { tokenHash, ...offer }) =>
      notify.publish(queries, {
        kind: 'transfer_offered',
        key: keyOf(tokenHash),
        ownerId: receiver.id,
        deviceId: null,
        at: clock.now(),
        data: { words: 'transfer_offered', by: offer.from, devices: [...offer.devices] },
        readers: [receiver.id],
        mail: (address) => writeTransferMail(address, { ...offer, publicUrl: config.publicUrl }),
        mailKind: 'transfer',
        isUnlimited: true,
      }),
    accepted: (queries, tokenHash) => notify.end(queries, { keyPrefix: keyOf(tokenHash) }, clock.now()),
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
