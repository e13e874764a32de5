import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { SHOPS, type Shop } from './billing.schema.ts'
import type { BillingStore } from './billing.store.ts'
import type { BillingMetrics } from './billing-metrics.ts'
import type { EventStore, ShopEvent, ShopTask } from './events.store.ts'
import type { GoogleShop } from './google/google-shop.ts'
import { PaymentError } from './payment-error.ts'
import type { StripeShop } from './stripe/stripe-shop.ts'

interface SettlingOptions {
  events: EventStore
  store: BillingStore
  database: Pick<Database, 'db'>
  clock: Clock
  jobs: Jobs
  metrics: BillingMetrics
  /** Reads what a subject refers to and stores it. */
  settleOf: Readonly<Record<Shop, ((subject: string) => Promise<void>) | null>>
  stripe: StripeShop
  google: GoogleShop | null
  /** Sends the e-mails about subscriptions that are due. */
  mail(): Promise<void>
  reconcileMs: number
  failed(error: unknown, about: string): void
}

const SETTLE = 'settle-subscription'
const RECONCILE = 'reconcile-subscriptions'
const CANCEL_FOR_DELETED = 'cancel-subscriptions'
/** How many subscriptions of each shop one reconciliation reads. The next one continues where it ended. */
const READ_AT_ONCE = 2_000
/** After this many consecutive failures a shop counts as unavailable, and the rest waits for the next reconciliation. */
const AWAY_AFTER = 20
const ASKED_AT_ONCE = 4
/** No shop keeps a payment pending for this long. */
const PENDING_MS = 60 * 86_400_000

const shopTaskSchema = z.object({ shop: z.enum(SHOPS), subject: z.string() })
const cancellationSchema = z.object({ customerId: z.string() })

const PROVIDER_OF = { stripe: 'web', google: 'google_play', apple: 'apple' } as const

/** Handles notifications from shops. Each one only says what must be read again; jobs do this and survive crashes. */
export function createSettling(options: SettlingOptions) {
  const { events, store, database, clock, jobs, metrics, settleOf, stripe, google, mail } = options
  const { reconcileMs, failed } = options
  let isStopped = false

  const settle = async (task: ShopTask): Promise<void> => {
    const until = await store.readingNow()
    try {
      await settleOf[task.shop]?.(task.subject)
    } catch (error) {
      metrics.failed(task.shop)
      // It belongs to another account or exists in addition to a live one, so it changes nothing.
      if (!isRefusal(error)) throw error
    }
    await events.settle(task, until)
  }

  const enqueue = (queries: Queries, task: ShopTask): Promise<void> =>
    jobs.enqueue(queries, SETTLE, task, { key: `${SETTLE} ${task.shop} ${task.subject}`.slice(0, 500) })

  const cancellation = async (customerId: string): Promise<void> => {
    await stripe.cancellation(customerId)
    await store.cancellationDone(customerId)
  }

  /** Processes a list with several workers. A failure does not stop the others, unless the shop is unavailable. */
  const each = async <T>(list: readonly T[], work: (one: T) => Promise<void>, name: string) => {
    const left = [...list]
    let unanswered = 0
    const worker = async () => {
      for (let one = left.shift(); one !== undefined && !isStopped; one = left.shift())
        try {
          await work(one)
          unanswered = 0
        } catch (error) {
          failed(error, name)
          unanswered = isPassing(error) ? unanswered + 1 : 0
          if (unanswered >= AWAY_AFTER) return
        }
    }
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, worker))
  }

  /** Reads everything that is unsettled and everything that continues from the shops. */
  const reconcile = async (): Promise<void> => {
    const until = await store.readingNow()
    for (const shop of SHOPS) await each(await events.unsettled(shop, READ_AT_ONCE), settle, shop)
    await each(await store.farewells(), cancellation, 'farewell')
    const checkouts = (await store.openCheckouts(READ_AT_ONCE)).flatMap(({ checkoutId }) => checkoutId ?? [])
    await each(checkouts, stripe.settleCheckout, 'checkout')
    const voidedFailed = (error: unknown) => {
      metrics.failed('google')
      failed(error, 'voided')
    }
    await google?.settleVoided(voidedFailed).catch(voidedFailed)
    const pendingSince = new Date(clock.now().getTime() - PENDING_MS)
    for (const shop of SHOPS) {
      if (settleOf[shop] === null) continue
      const open = await store.open(PROVIDER_OF[shop], {
        readBefore: until,
        pendingSince,
        limit: READ_AT_ONCE,
      })
      const errands = open.map(({ reference }) => ({ shop, subject: reference }))
      await each(errands, settle, shop)
    }
    await mail()
  }

  const reconcileLater = (seconds: number): Promise<void> =>
    jobs.enqueue(database.db, RECONCILE, {}, { key: RECONCILE, delaySeconds: seconds })

  jobs.handle(SETTLE, (payload) => settle(z.parse(shopTaskSchema, payload)))
  jobs.handle(CANCEL_FOR_DELETED, (payload) => cancellation(z.parse(cancellationSchema, payload).customerId))
  jobs.handle(RECONCILE, async () => {
    try {
      await reconcile()
    } catch (error) {
      failed(error, 'reconcile')
    } finally {
      await reconcileLater(reconcileMs / 1_000)
    }
  })

  return {
    /** Stores a notification before it is answered. A repeated notification changes nothing. */
    async receive(event: ShopEvent): Promise<void> {
      const { shop, subject } = event
      await database.db.transaction(async (queries) => {
        const isNew = await events.keep(queries, event)
        metrics.received(shop, isNew)
        if (isNew && subject !== null) await enqueue(queries, { shop, subject })
      })
    },

    /** Reads from a shop again what could not be settled at once. */
    settleLater: (task: ShopTask): Promise<void> => enqueue(database.db, task),

    /** Cancels all subscriptions of a customer after the transaction that deletes the account is committed. */
    async cancelSubscriptions(queries: Queries, customerId: string): Promise<void> {
      await store.cancelForDeletedAccount(queries, customerId)
      await jobs.enqueue(
        queries,
        CANCEL_FOR_DELETED,
        { customerId },
        { key: `${CANCEL_FOR_DELETED} ${customerId}` },
      )
    },

    reconcile,
    start: () => {
      isStopped = false
      return reconcileLater(0)
    },
    stop() {
      isStopped = true
    },
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'subscription_already_exists'

/** Whether a retry may help. */
export const isPassing = (error: unknown): boolean => error instanceof PaymentError && error.isPassing

export type Settling = ReturnType<typeof createSettling>
