import {
  isVisible,
  notificationEvents,
  type Publishing,
  type StoredNotification,
} from '#features/notifications/index.ts'
import type { ReceivedRole } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { DUE_STEP, type DueStep, type EscalationStore } from './escalation.store.ts'

const BATCH = 50

interface RunnerOptions {
  store: EscalationStore
  publishing: Pick<Publishing, 'publishNew' | 'again' | 'store' | 'waitingMails'>
  rolesOf(queries: Queries, accountId: string): Promise<readonly ReceivedRole[]>
  database: Pick<Database, 'db'>
  clock: Clock
  whenDue: WhenDue
  counted(step: string): void
  failed(error: unknown): void
}

/** Reaches more people about what must not be missed and nobody has seen, each step once [PK31]. */
export function createEscalationRunner(options: RunnerOptions) {
  const { store, publishing, rolesOf, database, clock, whenDue, counted, failed } = options

  /** All phones once more, and the owner's e-mail. */
  const remind = async (queries: Queries, entry: StoredNotification, all: readonly StoredNotification[]) => {
    for (const one of all) await publishing.again(queries, one, clock.now())
    const { mail } = await store.find(queries, entry.ownerId)
    if (mail) await publishing.waitingMails.hasten(queries, entry.id)
  }

  /** Those who agreed, and may view the device now. A rehearsal has no device and reaches all who have a role now. */
  const helpersOf = async (queries: Queries, entry: StoredNotification): Promise<string[]> => {
    const { kind, ownerId, deviceId } = entry
    if (deviceId === null && kind !== 'test') return []
    const helpers: string[] = []
    for (const { accountId, acceptedAt } of await store.peopleOf(queries, ownerId)) {
      if (acceptedAt === null) continue
      const received = await rolesOf(queries, accountId)
      const reader = { kind: 'account', accountId, sessionId: '', received } as const
      if (isVisible(reader, entry)) helpers.push(accountId)
    }
    return helpers
  }

  const reachHelpers = async (
    queries: Queries,
    entry: StoredNotification,
    all: readonly StoredNotification[],
  ) => {
    const { kind, key, ownerId, deviceId, data } = entry
    const readers = await helpersOf(queries, entry)
    if (readers.length === 0) return
    const event = { kind, key, ownerId, deviceId, at: clock.now(), data, readers, isEscalated: true }
    const published = await publishing.publishNew(queries, event)
    // Who had turned the kind on has it already.
    const isNew = new Set(published.map(({ accountId }) => accountId))
    for (const one of all)
      if (readers.includes(one.accountId) && !isNew.has(one.accountId))
        await publishing.again(queries, one, clock.now())
  }

  const take = async (queries: Queries, due: DueStep): Promise<void> => {
    await store.done(queries, due, clock.now())
    const [entry] = await publishing.store.findAll(queries, [due.notificationId])
    if (entry === undefined) return
    const all = await publishing.store.findEvent(queries, entry)
    if (all.some(({ seenAt, endedAt }) => seenAt !== null || endedAt !== null)) return
    if (due.step === 1) await remind(queries, entry, all)
    else await reachHelpers(queries, entry, all)
    counted(String(due.step))
    await notificationEvents.announce(queries, new Set(all.map(({ accountId }) => accountId)))
  }

  return whenDue({
    kind: 'escalations',
    query: DUE_STEP,
    async run(_found, repeatAfter) {
      const count = await database.db.transaction(async (queries) => {
        const due = await store.take(queries, clock.now(), BATCH)
        for (const step of due) await take(queries, step)
        return due.length
      })
      if (count === BATCH) repeatAfter(0)
    },
    failed,
  })
}
