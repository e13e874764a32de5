import { sql } from 'drizzle-orm'
import type { RoleUse } from '#features/activity/index.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'

interface RoleUsesOptions {
  db: DrizzleDatabase
  /** Called when somebody uses a role for the first time. */
  begun(roleId: string): Promise<void>
  failed(error: unknown): void
}

/** Records when roles were last used. Only the newest use of each person is kept. */
export function createRoleUses({ db, begun, failed }: RoleUsesOptions) {
  const waiting = new Map<string, RoleUse>()

  const write = async (): Promise<void> => {
    for (const [key, { roleId, accountId, at }] of [...waiting]) {
      waiting.delete(key)
      const { rows } = await db.execute<{ is_first: boolean }>(sql`
        with before as (
          select role_id, account_id, last_used_at from role_users
          where role_id = ${roleId}::uuid and account_id = ${accountId}::uuid for update
        )
        update role_users u set last_used_at = greatest(u.last_used_at, ${at.toISOString()}::timestamptz)
        from before where u.role_id = before.role_id and u.account_id = before.account_id
        returning before.last_used_at is null as is_first`)
      if (rows[0]?.is_first === true) await begun(roleId)
    }
  }
  let writing: Promise<void> = Promise.resolve()
  const task = createCoalescedTask(() => {
    writing = write().catch(failed)
    return writing
  })

  return {
    used(use: RoleUse) {
      waiting.set(`${use.roleId} ${use.accountId}`, use)
      task.request()
    },
    /** Resolves when all uses so far have been written. */
    async settle(): Promise<void> {
      await writing
      writing = writing.then(write).catch(failed)
      await writing
    },
    stop: task.stop,
  }
}
