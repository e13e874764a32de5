import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { BillingStore } from './billing.store.ts'
import { belongsToAnother } from './payment-error.ts'
import { isLive, nextPurchase, type Purchase } from './purchase.ts'

interface ApplyingOptions {
  store: BillingStore
  database: Pick<Database, 'db'>
  clock: Clock
  /** Called in the transaction by which the entitlement of an account changes. */
  changed(queries: Queries, accountId: string): Promise<void>
}

/** Web subscriptions that exist in addition to an earlier one and must be canceled. */
export type Surplus = readonly string[]

/** Stores what was read from shops, one reading of an account at a time. */
export function createApplying({ store, database, clock, changed }: ApplyingOptions) {
  return {
    /**
     * Stores a subscription of an account as it was read at a time. `replaces` is the reference of a subscription that it
     * replaced. Throws `subscription_already_exists` if it belongs to another account, and for a store purchase in addition to a
     * live one.
     */
    apply: (
      accountId: string,
      word: Purchase,
      { readAt, replaces = null }: { readAt: string; replaces?: string | null },
    ): Promise<Surplus> =>
      database.db.transaction(async (queries) => {
        const account = await store.lock(queries, accountId)
        if (account === null) throw new ApiError('resource_not_found')
        const now = clock.now()
        const before = await store.findPurchase(word, queries)
        if (before !== null && before.accountId !== accountId) throw belongsToAnother()
        // A pending purchase replaces nothing yet, because it may never be paid.
        if (replaces !== null && word.standing !== 'pending')
          await replace(queries, accountId, { provider: word.provider, reference: replaces })
        const next = nextPurchase(before, word)
        const isBesideLive = (await store.purchasesOf(accountId, queries)).some(
          (other) =>
            !(other.provider === word.provider && other.reference === word.reference) && isLive(other, now),
        )
        const isNew = before === null || !isLive(before, now)
        if (word.provider !== 'web' && isNew && isLive(next, now) && isBesideLive)
          throw new ApiError('subscription_already_exists')
        if (!(await store.keep(queries, accountId, next, readAt))) throw belongsToAnother()
        if (next.trialEndsAt !== null && account.trialReference === null)
          await store.changeAccount(queries, accountId, { trialReference: next.reference })
        await changed(queries, accountId)
        // Uses the stored data, because this reading may be older.
        return surplusOf(await store.purchasesOf(accountId, queries), now)
      }),
  }

  async function replace(
    queries: Queries,
    accountId: string,
    name: Pick<Purchase, 'provider' | 'reference'>,
  ): Promise<void> {
    const old = await store.findPurchase(name, queries)
    if (old === null) return
    if (old.accountId !== accountId) throw belongsToAnother()
    const { accountId: _, readAt: __, notified: ___, ...purchase } = old
    const now = clock.now()
    const accessUntil = old.accessUntil < now ? old.accessUntil : now
    const word: Purchase = { ...purchase, accessUntil, endedFor: 'replaced' }
    // The end is final, so it does not matter whether it was read again since.
    await store.end(queries, accountId, nextPurchase(old, word))
  }
}

/** The web subscriptions to cancel if several subscriptions are live. */
function surplusOf(purchases: readonly Purchase[], now: Date): Surplus {
  const living = purchases.filter((purchase) => isLive(purchase, now))
  return living
    .filter((one) => one.provider === 'web' && living.some((other) => isBefore(other, one)))
    .map(({ reference }) => reference)
}

/**
 * The subscription that began first is kept, regardless of the order of notices. A store purchase is always kept, because only
 * its store can refund it.
 */
function isBefore(one: Purchase, other: Purchase): boolean {
  if ((one.provider === 'web') !== (other.provider === 'web')) return one.provider !== 'web'
  const difference = one.startedAt.getTime() - other.startedAt.getTime()
  return difference === 0 ? one.reference < other.reference : difference < 0
}

export type Applying = ReturnType<typeof createApplying>
