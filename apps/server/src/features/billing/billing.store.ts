import { randomUUID } from 'node:crypto'
import type { SubscriptionProvider } from '@senca/contract/billing'
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import {
  billingAccounts,
  billingFarewells,
  billingPayers,
  type Shop,
  subscriptions,
} from './billing.schema.ts'
import type { Purchase } from './purchase.ts'

export type BillingAccount = typeof billingAccounts.$inferSelect
export type KeptPurchase = typeof subscriptions.$inferSelect

/** Subscriptions and what shops know accounts by. */
export function createBillingStore(db: DrizzleDatabase) {
  const find = async (queries: Queries, accountId: string): Promise<BillingAccount | null> => {
    const [row] = await queries.select().from(billingAccounts).where(eq(billingAccounts.accountId, accountId))
    return row ?? null
  }

  const get = async (accountId: string): Promise<BillingAccount> => {
    const known = await find(db, accountId)
    if (known !== null) return known
    await db.insert(billingAccounts).values({ accountId, token: randomUUID() }).onConflictDoNothing()
    const made = await find(db, accountId)
    if (made === null) throw new Error('an account has no row of billing')
    return made
  }

  const changeAccount = async (
    queries: Queries,
    accountId: string,
    values: Partial<Omit<BillingAccount, 'accountId' | 'token'>>,
  ): Promise<void> => {
    await queries.update(billingAccounts).set(values).where(eq(billingAccounts.accountId, accountId))
  }

  return {
    /** Made when it is first asked for. */
    get,
    changeAccount,

    /** The row of an account, held until the transaction ends: one change of an account after the other. */
    async lock(queries: Queries, accountId: string): Promise<BillingAccount | null> {
      const [row] = await queries
        .select()
        .from(billingAccounts)
        .where(eq(billingAccounts.accountId, accountId))
        .for('update')
      return row ?? null
    },

    async accountOfToken(token: string): Promise<string | null> {
      const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.token, token))
      return row?.accountId ?? null
    },

    async accountOfCustomer(customerId: string): Promise<string | null> {
      const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.customerId, customerId))
      return row?.accountId ?? null
    },

    /** The page of payment that an account had open before. */
    swapCheckout: (accountId: string, checkoutId: string | null): Promise<string | null> =>
      db.transaction(async (queries) => {
        const [row] = await queries
          .select({ checkoutId: billingAccounts.checkoutId })
          .from(billingAccounts)
          .where(eq(billingAccounts.accountId, accountId))
          .for('update')
        await changeAccount(queries, accountId, { checkoutId })
        return row?.checkoutId ?? null
      }),

    /** No longer open; another one that was opened meanwhile stays. */
    async closeCheckout(checkoutId: string): Promise<void> {
      await db
        .update(billingAccounts)
        .set({ checkoutId: null })
        .where(eq(billingAccounts.checkoutId, checkoutId))
    },

    openCheckouts: (limit: number): Promise<BillingAccount[]> =>
      db.select().from(billingAccounts).where(sql`${billingAccounts.checkoutId} is not null`).limit(limit),

    /** The moment before a shop is asked, by the clock of the database, to its microseconds. */
    async readingNow(): Promise<string> {
      const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
      return rows[0]?.now ?? ''
    },

    purchasesOf: (accountId: string, queries: Queries = db): Promise<KeptPurchase[]> =>
      queries.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)),

    async findPurchase(
      { provider, reference }: Pick<Purchase, 'provider' | 'reference'>,
      queries: Queries = db,
    ): Promise<KeptPurchase | null> {
      const [row] = await queries
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.provider, provider), eq(subscriptions.reference, reference)))
      return row ?? null
    },

    /** Keeps a subscription as it was read, unless what is kept was read later. False where it is another account's. */
    async keep(queries: Queries, accountId: string, purchase: Purchase, readAt: string): Promise<boolean> {
      const at = sql`${readAt}::timestamptz`
      const { provider, reference, ...values } = purchase
      const kept = await queries
        .insert(subscriptions)
        .values({ ...purchase, accountId, readAt: at })
        .onConflictDoUpdate({
          target: [subscriptions.provider, subscriptions.reference],
          set: { ...values, readAt: at },
          setWhere: sql`${subscriptions.accountId} = ${accountId}::uuid and ${subscriptions.readAt} <= ${at}`,
        })
        .returning({ accountId: subscriptions.accountId })
      if (kept.length > 0) return true
      const [row] = await queries
        .select({ accountId: subscriptions.accountId })
        .from(subscriptions)
        .where(and(eq(subscriptions.provider, provider), eq(subscriptions.reference, reference)))
      return row?.accountId === accountId
    },

    /** Keeps how a subscription has ended for good, whenever it was read. */
    async end(queries: Queries, accountId: string, purchase: Purchase): Promise<void> {
      const { provider, reference, ...values } = purchase
      await queries
        .update(subscriptions)
        .set(values)
        .where(
          and(
            eq(subscriptions.provider, provider),
            eq(subscriptions.reference, reference),
            eq(subscriptions.accountId, accountId),
          ),
        )
    },

    async markTold(queries: Queries, { provider, reference }: Purchase, mail: string): Promise<void> {
      await queries
        .update(subscriptions)
        .set({ told: sql`array_append(${subscriptions.told}, ${mail})` })
        .where(and(eq(subscriptions.provider, provider), eq(subscriptions.reference, reference)))
    },

    /**
     * Of a provider those that are not over and were not read since `readBefore`, the ones first that were read longest ago. What
     * waits for its payment since before `pendingSince` is given up.
     */
    open: (
      provider: SubscriptionProvider,
      { readBefore, pendingSince, limit }: { readBefore: string; pendingSince: Date; limit: number },
    ): Promise<KeptPurchase[]> =>
      db
        .select()
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.provider, provider),
            ne(subscriptions.standing, 'ended'),
            or(ne(subscriptions.standing, 'pending'), gt(subscriptions.startedAt, pendingSince)),
            isNull(subscriptions.endedFor),
            lte(subscriptions.readAt, sql`${readBefore}::timestamptz`),
          ),
        )
        .orderBy(asc(subscriptions.readAt))
        .limit(limit),

    /** Accounts with something that ends or ended within a time, for what is mailed about it. */
    async endingBetween(from: Date, until: Date, after: string | null, limit: number): Promise<string[]> {
      const rows = await db
        .selectDistinct({ accountId: subscriptions.accountId })
        .from(subscriptions)
        .where(
          and(
            sql`(${subscriptions.accessUntil} between ${from.toISOString()}::timestamptz and ${until.toISOString()}::timestamptz
              or ${subscriptions.standing} = 'unpaid')`,
            after === null ? undefined : gt(subscriptions.accountId, after),
          ),
        )
        .orderBy(asc(subscriptions.accountId))
        .limit(limit)
      return rows.map(({ accountId }) => accountId)
    },

    /** Of all accounts, those after one, for the operator. */
    async page(after: string | null, limit: number): Promise<KeptPurchase[]> {
      const ids = await db
        .selectDistinct({ accountId: subscriptions.accountId })
        .from(subscriptions)
        .where(after === null ? undefined : gt(subscriptions.accountId, after))
        .orderBy(asc(subscriptions.accountId))
        .limit(limit)
      if (ids.length === 0) return []
      return db
        .select()
        .from(subscriptions)
        .where(
          inArray(
            subscriptions.accountId,
            ids.map(({ accountId }) => accountId),
          ),
        )
        .orderBy(asc(subscriptions.accountId))
    },

    /** Whether a payer had no trial before but in this subscription. */
    async claimTrial(payerHash: string, reference: string): Promise<boolean> {
      await db.insert(billingPayers).values({ payerHash, reference }).onConflictDoNothing()
      const [row] = await db.select().from(billingPayers).where(eq(billingPayers.payerHash, payerHash))
      return row?.reference === reference
    },

    /** A customer whose subscriptions are to be canceled, as part of the transaction that deletes the account. */
    async bidFarewell(queries: Queries, customerId: string): Promise<void> {
      await queries.insert(billingFarewells).values({ customerId }).onConflictDoNothing()
    },
    async farewells(): Promise<string[]> {
      const rows = await db.select().from(billingFarewells)
      return rows.map(({ customerId }) => customerId)
    },
    async isLeaving(customerId: string): Promise<boolean> {
      const [row] = await db
        .select()
        .from(billingFarewells)
        .where(eq(billingFarewells.customerId, customerId))
      return row !== undefined
    },
    async farewellDone(customerId: string): Promise<void> {
      await db.delete(billingFarewells).where(eq(billingFarewells.customerId, customerId))
    },
  }
}

export type BillingStore = ReturnType<typeof createBillingStore>
export type { Shop }
