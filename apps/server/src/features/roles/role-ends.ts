import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Role, RoleTerms } from './role.ts'
import { roleEvents } from './role-events.ts'
import type { RoleMails } from './role-mails.ts'
import type { RoleStore } from './roles.store.ts'

const HOUR_MS = 3_600_000
const BATCH = 50
/** An end that is older is no news. */
const NEWS_MS = 24 * HOUR_MS

/** What somebody made of devices that it may no longer see, or no longer command. */
export interface Lost {
  seen: readonly string[]
  commanded: readonly string[]
}

interface RoleEndsOptions {
  store: RoleStore
  database: Pick<Database, 'db'>
  clock: Clock
  /** Takes devices out of what an account made of them, as part of a transaction. */
  lost(queries: Queries, accountId: string, lost: Lost): Promise<void>
  /** Rights of accounts changed; called once that is committed. */
  rightsChanged(accountIds: readonly string[]): Promise<void>
  mails: RoleMails
  /** A role by which devices were maintained has ended. */
  maintained(role: Role): void
  failed(error: unknown): void
}

const idsOf = ({ users }: Pick<Role, 'users'>) => users.map(({ accountId }) => accountId)

/** Sees to what the giving, changing and ending of roles brings with it, also when they end by time. */
export function createRoleEnds(options: RoleEndsOptions) {
  const { store, database, clock, lost, rightsChanged, mails, maintained, failed } = options
  let cancelTimer = () => {}

  const takeBack = async (queries: Queries, accountIds: readonly string[], deviceIds: readonly string[]) => {
    for (const accountId of [...accountIds].sort()) {
      const gone = await store.lostBy(queries, accountId, deviceIds, clock.now())
      if (gone.commanded.length > 0) await lost(queries, accountId, gone)
    }
  }

  const settleExpired = async (): Promise<void> => {
    for (;;) {
      const expired = await database.db.transaction(async (queries) => {
        const taken = await store.takeExpired(queries, clock.now(), BATCH)
        for (const role of taken) {
          await takeBack(queries, idsOf(role), role.deviceIds)
          await roleEvents.tell(queries, [role.accountId, ...idsOf(role)])
        }
        return taken
      })
      if (expired.length === 0) return
      await rightsChanged([...new Set(expired.flatMap((role) => [role.accountId, ...idsOf(role)]))])
      for (const role of expired) {
        maintained(role)
        await mails.tell('ended', role, idsOf(role))
      }
    }
  }

  /** Who had it learns by e-mail that a role ended with its last device; devices leave in transactions of others. */
  const tellEmptied = async (): Promise<void> => {
    const since = new Date(clock.now().getTime() - NEWS_MS)
    for (;;) {
      const emptied = await database.db.transaction((queries) => store.takeEmptied(queries, since, BATCH))
      if (emptied.length === 0) return
      for (const role of emptied) await mails.tell('ended', role, idsOf(role))
    }
  }

  const look = createCoalescedTask(async () => {
    cancelTimer()
    try {
      await settleExpired()
      await tellEmptied()
      const next = await store.nextEnd()
      if (look.isStopped()) return
      const ms = next === null ? HOUR_MS : next.getTime() - clock.now().getTime()
      cancelTimer = clock.after(Math.min(Math.max(ms, 1), HOUR_MS), look.request)
    } catch (error) {
      failed(error)
      if (!look.isStopped()) cancelTimer = clock.after(HOUR_MS / 60, look.request)
    }
  })

  return {
    /** A role was made; as part of the transaction, as are the others. */
    async given(queries: Queries, role: { accountId: string }, userIds: readonly string[]): Promise<void> {
      await roleEvents.tell(queries, [role.accountId, ...userIds])
    },

    async changed(
      queries: Queries,
      before: Role,
      _after: RoleTerms,
      userIds: readonly string[],
    ): Promise<void> {
      await takeBack(queries, idsOf(before), before.deviceIds)
      await roleEvents.tell(queries, new Set([before.accountId, ...idsOf(before), ...userIds]))
    },

    /** A role was deleted. */
    async ended(queries: Queries, role: Role): Promise<void> {
      await takeBack(queries, idsOf(role), role.deviceIds)
      await roleEvents.tell(queries, [role.accountId, ...idsOf(role)])
    },

    /** Somebody gave a role back. */
    async left(queries: Queries, role: Role, accountId: string): Promise<void> {
      await takeBack(queries, [accountId], role.deviceIds)
      await roleEvents.tell(queries, [role.accountId, accountId])
    },

    /** Looks for when the next role ends by time. */
    lookAhead: look.request,
    start: look.request,
    stop() {
      look.stop()
      cancelTimer()
    },
  }
}

export type RoleEnds = ReturnType<typeof createRoleEnds>
