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
  /** What an account may do has changed, as part of the transaction. */
  changed(queries: Queries, accountId: string): Promise<void>
}

/** Subscriptions of the web that live beside an earlier one, and so have to go. */
export type Surplus = readonly string[]

/** Takes what was read of shops into what is kept, one reading of an account after the other. */
export function createApplying({ store, database, clock, changed }: ApplyingOptions) {
  return {
    /**
     * Keeps a subscription of an account as it was read at a moment. `replaces` is the reference of one that it took the place of.
     * Throws `subscription_already_exists` where it is another account's, and for a purchase of a store beside a live one.
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
        // What is pending replaces nothing yet: it may never be paid.
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
        // By what is kept: this reading may be older than it.
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
    const { accountId: _, readAt: __, told: ___, ...purchase } = old
    const now = clock.now()
    const accessUntil = old.accessUntil < now ? old.accessUntil : now
    const word: Purchase = { ...purchase, accessUntil, endedFor: 'replaced' }
    // For good, so it does not matter that it may have been read again since.
    await store.end(queries, accountId, nextPurchase(old, word))
  }
}

/** Of several that live those of the web that have to go. */
function surplusOf(purchases: readonly Purchase[], now: Date): Surplus {
  const living = purchases.filter((purchase) => isLive(purchase, now))
  return living
    .filter((one) => one.provider === 'web' && living.some((other) => isBefore(other, one)))
    .map(({ reference }) => reference)
}

/** The one that began first stays, whichever is heard of first; one of a store always, as only its store can give its money back. */
function isBefore(one: Purchase, other: Purchase): boolean {
  if ((one.provider === 'web') !== (other.provider === 'web')) return one.provider !== 'web'
  const difference = one.startedAt.getTime() - other.startedAt.getTime()
  return difference === 0 ? one.reference < other.reference : difference < 0
}

export type Applying = ReturnType<typeof createApplying>
