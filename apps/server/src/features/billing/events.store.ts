import { and, count, eq, isNull, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { billingEvents, type Shop } from './billing.schema.ts'

/** A notification from a shop. */
export interface ShopEvent {
  shop: Shop
  id: string
  type: string
  /** What must be read from the shop again; null for nothing. */
  subject: string | null
}

/** Something to read from a shop. */
export type ShopTask = Pick<ShopEvent, 'shop'> & { subject: string }

export function createEventStore(db: DrizzleDatabase) {
  return {
    /** Returns false for a notification that was already stored. */
    async keep(queries: Queries, { shop, id, type, subject }: ShopEvent): Promise<boolean> {
      const { rowCount } = await queries
        .insert(billingEvents)
        .values({ shop, id, type, subject, settledAt: subject === null ? sql`now()` : null })
        .onConflictDoNothing()
      return rowCount !== 0
    },

    /** Marks the notifications about a subject until that time as done. */
    async settle({ shop, subject }: ShopTask, until: string): Promise<void> {
      await db
        .update(billingEvents)
        .set({ settledAt: sql`now()` })
        .where(
          and(
            eq(billingEvents.shop, shop),
            eq(billingEvents.subject, subject),
            isNull(billingEvents.settledAt),
            lte(billingEvents.receivedAt, sql`${until}::timestamptz`),
          ),
        )
    },

    /** The subjects that must still be read from a shop. */
    async unsettled(shop: Shop, limit: number): Promise<ShopTask[]> {
      const rows = await db
        .selectDistinct({ subject: billingEvents.subject })
        .from(billingEvents)
        .where(and(eq(billingEvents.shop, shop), isNull(billingEvents.settledAt)))
        .limit(limit)
      return rows.flatMap(({ subject }) => (subject === null ? [] : [{ shop, subject }]))
    },

    async countUnsettled(): Promise<number> {
      const [row] = await db
        .select({ number: count() })
        .from(billingEvents)
        .where(isNull(billingEvents.settledAt))
      return row?.number ?? 0
    },
  }
}

export type EventStore = ReturnType<typeof createEventStore>
