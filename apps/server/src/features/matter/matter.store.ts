import { and, eq, gt, inArray, like, or, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/index.ts'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import { matterKeepers, matterNodes, matterStore } from './matter.schema.ts'

export type MatterNodeRow = Pick<typeof matterNodes.$inferSelect, 'node' | 'vendor' | 'product'>

/** The entry of the server itself: how the newest commissioning stands. */
export const COMMISSIONING_KEY = 'commissioning'

export function createMatterStore(db: DrizzleDatabase) {
  return {
    /** The accounts that have nodes, also such whose first node has not been described yet, or that were adding one. */
    async accounts(): Promise<string[]> {
      const rows = await db
        .selectDistinct({ accountId: matterStore.accountId })
        .from(matterStore)
        .where(or(like(matterStore.key, 'nodes.%'), eq(matterStore.key, COMMISSIONING_KEY)))
      return rows.map(({ accountId }) => accountId)
    },

    nodes: (accountId: string): Promise<MatterNodeRow[]> =>
      db
        .select({ node: matterNodes.node, vendor: matterNodes.vendor, product: matterNodes.product })
        .from(matterNodes)
        .where(eq(matterNodes.accountId, accountId))
        .orderBy(matterNodes.createdAt, matterNodes.node),

    /** Does nothing for an account that does not exist any more. */
    async putNode(accountId: string, { node, vendor, product }: MatterNodeRow, now: Date): Promise<void> {
      await db.execute(sql`
        insert into ${matterNodes} (account_id, node, vendor, product, created_at)
        select id, ${node}, ${vendor}, ${product}, ${now.toISOString()}::timestamptz
        from ${accounts} where id = ${accountId}::uuid
        on conflict (account_id, node) do update set vendor = excluded.vendor, product = excluded.product`)
    },

    async removeNode(accountId: string, node: string): Promise<void> {
      await db
        .delete(matterNodes)
        .where(and(eq(matterNodes.accountId, accountId), eq(matterNodes.node, node)))
    },

    /** The sealed entries of an account. */
    async load(accountId: string): Promise<Map<string, string>> {
      const rows = await db
        .select({ key: matterStore.key, value: matterStore.value })
        .from(matterStore)
        .where(eq(matterStore.accountId, accountId))
      return new Map(rows.map(({ key, value }) => [key, value]))
    },

    async find(accountId: string, key: string): Promise<string | null> {
      const [row] = await db
        .select({ value: matterStore.value })
        .from(matterStore)
        .where(and(eq(matterStore.accountId, accountId), eq(matterStore.key, key)))
      return row?.value ?? null
    },

    /** All or nothing. Does nothing for an account that does not exist any more. */
    async save(
      accountId: string,
      put: ReadonlyMap<string, string>,
      removed: readonly string[],
    ): Promise<void> {
      await db.transaction(async (transaction) => {
        if (put.size > 0)
          await transaction.execute(sql`
            insert into ${matterStore} (account_id, key, value)
            select account.id, entry.key, entry.value
            from ${accounts} as account, unnest(
              ${sql.param([...put.keys()])}::text[], ${sql.param([...put.values()])}::text[]
            ) as entry(key, value)
            where account.id = ${accountId}::uuid
            on conflict (account_id, key) do update set value = excluded.value`)
        if (removed.length > 0)
          await transaction
            .delete(matterStore)
            .where(and(eq(matterStore.accountId, accountId), inArray(matterStore.key, [...removed])))
      })
    },

    /** Takes or extends the lease of accounts that no other instance has, and returns these. */
    async claim(
      accountIds: readonly string[],
      { keeper, now, until }: { keeper: string; now: Date; until: Date },
    ): Promise<Set<string>> {
      if (accountIds.length === 0) return new Set()
      const { rows } = await db.execute<{ account_id: string }>(sql`
        insert into ${matterKeepers} (account_id, keeper, kept_until)
        select id, ${keeper}::uuid, ${until.toISOString()}::timestamptz from ${accounts}
        where id = any(${sql.param([...accountIds])}::uuid[])
        on conflict (account_id) do update set keeper = excluded.keeper, kept_until = excluded.kept_until
        where ${matterKeepers}.keeper = excluded.keeper
          or ${matterKeepers}.kept_until <= ${now.toISOString()}::timestamptz
        returning account_id`)
      return new Set(rows.map(({ account_id: accountId }) => accountId))
    },

    async isKept(accountId: string, now: Date): Promise<boolean> {
      const rows = await db
        .select({ accountId: matterKeepers.accountId })
        .from(matterKeepers)
        .where(and(eq(matterKeepers.accountId, accountId), gt(matterKeepers.keptUntil, now)))
      return rows.length > 0
    },

    /** Other instances may take over the accounts of one that ends, or one of them. */
    async release(keeper: string, accountId?: string): Promise<void> {
      const isOne = accountId === undefined ? undefined : eq(matterKeepers.accountId, accountId)
      await db.delete(matterKeepers).where(and(eq(matterKeepers.keeper, keeper), isOne))
    },

    /** After the clock was set back, so that no instance has an account for longer than it may. */
    async setBack(latest: Date): Promise<void> {
      await db
        .update(matterKeepers)
        .set({ keptUntil: latest })
        .where(sql`${matterKeepers.keptUntil} > ${latest.toISOString()}::timestamptz`)
    },

    /** Removes the fabrics of accounts that have no node and were not adding one: a server ended before it removed them. */
    async clearUnused(): Promise<void> {
      await db.execute(sql`
        delete from ${matterStore} where not exists (
          select from ${matterStore} as kept
          where kept.account_id = ${matterStore}.account_id
            and (kept.key like 'nodes.%' or kept.key = ${COMMISSIONING_KEY})
        )`)
    },

    /** Removes the fabric of an account whose last node has left. */
    async clear(accountId: string): Promise<void> {
      await db.transaction(async (transaction) => {
        await transaction.delete(matterNodes).where(eq(matterNodes.accountId, accountId))
        await transaction.delete(matterStore).where(eq(matterStore.accountId, accountId))
      })
    },
  }
}

export type MatterStore = ReturnType<typeof createMatterStore>
