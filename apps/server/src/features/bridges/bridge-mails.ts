import type { Notify } from '#features/notifications/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Database } from '#platform/postgres/database.ts'
import { bridgeChange } from './bridge-change.ts'
import { type BridgeStore, ENDING_BRIDGE } from './bridges.store.ts'

const BATCH = 100

interface BridgeMailsOptions {
  store: Pick<BridgeStore, 'takeEnding'>
  database: Pick<Database, 'db'>
  clock: Clock
  whenDue: WhenDue
  notify: Pick<Notify, 'publish'>
  failed(error: unknown): void
}

/** Reminds makers of bridges that end, 14 and 2 days before [BR2]. */
export function createBridgeMails({ store, database, clock, whenDue, notify, failed }: BridgeMailsOptions) {
  const sending = whenDue({
    kind: 'bridge-ends',
    everySeconds: 60,
    query: ENDING_BRIDGE,
    async run(_found, repeatAfter) {
      const count = await database.db.transaction(async (transaction) => {
        const ending = await store.takeEnding(transaction, clock.now(), BATCH)
        for (const { accountId, name, endsAt } of ending)
          await notify.publish(
            transaction,
            bridgeChange(accountId, { change: 'ends', name, endsAt }, clock.now()),
          )
        return ending.length
      })
      if (count === BATCH) repeatAfter(0)
    },
    failed,
  })
  return { start: async () => {}, stop: sending.stop }
}
