import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { JoinedBroker } from '#platform/mqtt/joined/joined-broker.ts'
import type { JoinedBrokerRow, JoinedBrokerStore } from './joined-brokers.store.ts'

/** Another instance continues within 30 s after the keeper has died. */
export const LEASE_MS = 25_000
const RENEW_EVERY_S = 5

interface BrokerKeeperOptions {
  store: Pick<JoinedBrokerStore, 'list' | 'claim' | 'release'>
  clock: Clock
  whenDue: WhenDue
  /** The id of this instance, if there may be others; then a lease in the database decides which one connects. */
  keeper: string | null
  create(row: JoinedBrokerRow): JoinedBroker
  /** Called before the connection is opened. */
  opening(broker: JoinedBroker): Promise<void>
  failed(error: unknown): void
}

/** The connections to joined brokers that this instance keeps: one of each account over all instances [HW16]. */
export function createBrokerKeeper(options: BrokerKeeperOptions) {
  const { store, clock, whenDue, keeper, create, opening, failed } = options
  const openByAccount = new Map<string, JoinedBroker>()
  let syncing: Promise<void> = Promise.resolve()
  let keptUntilMs = Number.POSITIVE_INFINITY
  let isStopped = false

  const close = async (accountId: string, { isLeft }: { isLeft: boolean }): Promise<void> => {
    const joined = openByAccount.get(accountId)
    openByAccount.delete(accountId)
    await joined?.stop({ isLeft })
  }
  /** Closes what another instance keeps from now on, or its account has left. */
  const closeLost = async (accountId: string): Promise<void> => {
    if (!openByAccount.has(accountId)) return
    const isLeft = keeper === null || (await store.list([accountId])).length === 0
    await close(accountId, { isLeft })
  }

  const open = async (row: JoinedBrokerRow): Promise<void> => {
    const { accountId } = row
    if (openByAccount.get(accountId)?.broker.clientId === row.clientId) return
    await close(accountId, { isLeft: true })
    const joined = create(row)
    openByAccount.set(accountId, joined)
    await opening(joined)
    joined.start()
  }

  const claim = async (accountIds?: readonly string[]): Promise<JoinedBrokerRow[]> => {
    if (keeper === null) return store.list(accountIds)
    const now = clock.now()
    const keptUntil = new Date(now.getTime() + LEASE_MS)
    const rows = await store.claim({ keeper, keptUntil }, now, accountIds)
    if (accountIds === undefined) keptUntilMs = keptUntil.getTime()
    return rows
  }

  /** Opens what this instance may keep, and closes what it may not; of all accounts, or of some. */
  const syncNow = async (accountIds?: readonly string[]): Promise<void> => {
    const rows = await claim(accountIds)
    const kept = new Set(rows.map(({ accountId }) => accountId))
    const lost = (accountIds ?? [...openByAccount.keys()]).filter((id) => !kept.has(id))
    await Promise.all(lost.map(closeLost))
    for (const row of rows) {
      if (isStopped) return
      await open(row).catch(failed)
    }
  }
  const sync = (accountIds?: readonly string[]): Promise<void> => {
    syncing = syncing.catch(() => {}).then(() => (isStopped ? undefined : syncNow(accountIds)))
    return syncing
  }

  const renewal =
    keeper === null
      ? null
      : whenDue({
          kind: 'joined-brokers',
          everySeconds: RENEW_EVERY_S,
          async run() {
            try {
              await sync()
            } catch (error) {
              // Another instance may connect from now on.
              if (clock.now().getTime() >= keptUntilMs)
                await Promise.all([...openByAccount.keys()].map((id) => close(id, { isLeft: false })))
              throw error
            }
          },
          failed,
        })

  return {
    sync,
    /** Extends the lease now. */
    renew: async () => renewal?.request(),
    find: (accountId: string) => openByAccount.get(accountId),
    all: (): Iterable<JoinedBroker> => openByAccount.values(),
    async stop(): Promise<void> {
      isStopped = true
      await renewal?.stop()
      await syncing.catch(() => {})
      await Promise.all([...openByAccount.keys()].map((id) => close(id, { isLeft: false })))
      if (keeper !== null) await store.release(keeper)
    },
  }
}

export type BrokerKeeper = ReturnType<typeof createBrokerKeeper>
