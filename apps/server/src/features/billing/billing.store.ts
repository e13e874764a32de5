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

/** Subscriptions, and the identifiers of accounts at the shops. */
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
    /** The row is created when it is first needed. */
    get,
    changeAccount,

    /** Locks the row of an account until the transaction ends, so that changes run one at a time. */
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

    /** Stores a new checkout page and returns the previous one. */
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

    /** Marks a checkout page as closed. A page that was opened in the meantime stays. */
    async closeCheckout(checkoutId: string): Promise<void> {
      await db
        .update(billingAccounts)
        .set({ checkoutId: null })
        .where(eq(billingAccounts.checkoutId, checkoutId))
    },

    openCheckouts: (limit: number): Promise<BillingAccount[]> =>
      db.select().from(billingAccounts).where(sql`${billingAccounts.checkoutId} is not null`).limit(limit),

    /** The current time before a shop is queried, by the clock of the database, in microseconds. */
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

    /** Stores a subscription unless the stored data was read later. Returns false if it belongs to another account. */
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

    /** Stores the final end of a subscription, whenever it was read. */
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

    async markNotified(queries: Queries, { provider, reference }: Purchase, mail: string): Promise<void> {
      await queries
        .update(subscriptions)
        .set({ notified: sql`array_append(${subscriptions.notified}, ${mail})` })
        .where(and(eq(subscriptions.provider, provider), eq(subscriptions.reference, reference)))
    },

    /**
     * Subscriptions of a provider that have not ended and were not read since `readBefore`, the oldest reading first. A purchase
     * that has been pending since before `pendingSince` is ignored.
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

    /** Accounts with something that ends within a time range, for e-mails. */
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

    /** A page of the subscriptions of all accounts, for the operator. */
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

    /** Whether this payer has had no trial with another subscription. */
    async claimTrial(payerHash: string, reference: string): Promise<boolean> {
      await db.insert(billingPayers).values({ payerHash, reference }).onConflictDoNothing()
      const [row] = await db.select().from(billingPayers).where(eq(billingPayers.payerHash, payerHash))
      return row?.reference === reference
    },

    /** Records a customer whose subscriptions must be canceled, in the transaction that deletes the account. */
    async cancelForDeletedAccount(queries: Queries, customerId: string): Promise<void> {
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
    async cancellationDone(customerId: string): Promise<void> {
      await db.delete(billingFarewells).where(eq(billingFarewells.customerId, customerId))
    },
  }
}

export type BillingStore = ReturnType<typeof createBillingStore>
export type { Shop }
