import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Role, RoleTerms } from './role.ts'
import { roleEvents } from './role-events.ts'
import type { RoleMails } from './role-mails.ts'
import type { RoleStore } from './roles.store.ts'

const HOUR_MS = 3_600_000
const BATCH = 50
/** Nobody is notified of an end that is older. */
const NEWS_MS = 24 * HOUR_MS

/** Devices that an account may no longer see (`seen`) or no longer command (`commanded`). */
export interface Lost {
  seen: readonly string[]
  commanded: readonly string[]
}

interface RoleEndsOptions {
  store: RoleStore
  database: Pick<Database, 'db'>
  clock: Clock
  /** Removes devices from an account's scenarios, groups and so on, in the given transaction. */
  lost(queries: Queries, accountId: string, lost: Lost): Promise<void>
  /** Called after the commit of a change of rights. */
  rightsChanged(accountIds: readonly string[]): Promise<void>
  mails: RoleMails
  /** Called when a role with the maintain permission has ended. */
  maintained(role: Role): void
  failed(error: unknown): void
}

const idsOf = ({ users }: Pick<Role, 'users'>) => users.map(({ accountId }) => accountId)

/** Does what follows when a role is given, changed or ended, also when it ends by time. */
export function createRoleEnds(options: RoleEndsOptions) {
  const { store, database, clock, lost, rightsChanged, mails, maintained, failed } = options
  let cancelTimer = () => {}

  const revoke = async (queries: Queries, accountIds: readonly string[], deviceIds: readonly string[]) => {
    for (const accountId of [...accountIds].sort()) {
      const gone = await store.lostBy(queries, accountId, deviceIds, clock.now())
      if (gone.commanded.length > 0) await lost(queries, accountId, gone)
    }
  }

  const settleExpired = async (): Promise<void> => {
    for (;;) {
      const expired = await database.db.transaction(async (queries) => {
        const taken = await store.claimExpired(queries, clock.now(), BATCH)
        for (const role of taken) {
          await revoke(queries, idsOf(role), role.deviceIds)
          await roleEvents.announce(queries, [role.accountId, ...idsOf(role)])
        }
        return taken
      })
      if (expired.length === 0) return
      await rightsChanged([...new Set(expired.flatMap((role) => [role.accountId, ...idsOf(role)]))])
      for (const role of expired) {
        maintained(role)
        await mails.notify('ended', role, idsOf(role))
      }
    }
  }

  /**
   * Sends e-mails about roles that ended with their last device. Devices leave in transactions of other features, so this happens
   * later.
   */
  const notifyEmptied = async (): Promise<void> => {
    const since = new Date(clock.now().getTime() - NEWS_MS)
    for (;;) {
      const emptied = await database.db.transaction((queries) => store.claimEmptied(queries, since, BATCH))
      if (emptied.length === 0) return
      for (const role of emptied) await mails.notify('ended', role, idsOf(role))
    }
  }

  const check = createCoalescedTask(async () => {
    cancelTimer()
    try {
      await settleExpired()
      await notifyEmptied()
      const next = await store.nextEnd()
      if (check.isStopped()) return
      const ms = next === null ? HOUR_MS : next.getTime() - clock.now().getTime()
      cancelTimer = clock.after(Math.min(Math.max(ms, 1), HOUR_MS), check.request)
    } catch (error) {
      // The database of a server that stops may be closed.
      if (check.isStopped()) return
      failed(error)
      cancelTimer = clock.after(HOUR_MS / 60, check.request)
    }
  })

  return {
    /** Called in the transaction that creates a role. The following functions also run in the transaction of their change. */
    async given(queries: Queries, role: { accountId: string }, userIds: readonly string[]): Promise<void> {
      await roleEvents.announce(queries, [role.accountId, ...userIds])
    },

    async changed(
      queries: Queries,
      before: Role,
      _after: RoleTerms,
      userIds: readonly string[],
    ): Promise<void> {
      await revoke(queries, idsOf(before), before.deviceIds)
      await roleEvents.announce(queries, new Set([before.accountId, ...idsOf(before), ...userIds]))
    },

    /** Called when a role is deleted. */
    async ended(queries: Queries, role: Role): Promise<void> {
      await revoke(queries, idsOf(role), role.deviceIds)
      await roleEvents.announce(queries, [role.accountId, ...idsOf(role)])
    },

    /** Called when somebody gives a role back. */
    async left(queries: Queries, role: Role, accountId: string): Promise<void> {
      await revoke(queries, [accountId], role.deviceIds)
      await roleEvents.announce(queries, [role.accountId, accountId])
    },

    /** Schedules the handling of the next role that ends by time. */
    scheduleNext: check.request,
    start: check.request,
    stop() {
      check.stop()
      cancelTimer()
    },
  }
}

export type RoleEnds = ReturnType<typeof createRoleEnds>
