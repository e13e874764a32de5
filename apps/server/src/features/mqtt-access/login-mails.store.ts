import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { mqttLoginMails } from './mqtt-access.schema.ts'

export type MailHour = Omit<typeof mqttLoginMails.$inferSelect, 'accountId'>

/** Finds an account whose delayed e-mail is due. */
export const DUE_MAIL =
  'select account_id::text from mqtt_login_mails where ends_at <= $1::timestamptz and cardinality(names) > 0 limit 1'

export function createLoginMailStore(db: DrizzleDatabase) {
  return {
    /** The hour of an account, in a transaction that may change it. */
    async lock(queries: Queries, accountId: string): Promise<MailHour | null> {
      const [hour] = await queries
        .select()
        .from(mqttLoginMails)
        .where(eq(mqttLoginMails.accountId, accountId))
        .for('update')
      return hour ?? null
    },

    async put(queries: Queries, accountId: string, hour: MailHour): Promise<void> {
      await queries
        .insert(mqttLoginMails)
        .values({ accountId, ...hour })
        .onConflictDoUpdate({ target: mqttLoginMails.accountId, set: hour })
    },

    /** Removes at most `limit` hours that are over and have delayed e-mails. */
    async takeDue(
      queries: Queries,
      now: Date,
      limit: number,
    ): Promise<{ accountId: string; names: string[] }[]> {
      const due = queries
        .select({ accountId: mqttLoginMails.accountId })
        .from(mqttLoginMails)
        .where(and(lte(mqttLoginMails.endsAt, now), gt(sql`cardinality(${mqttLoginMails.names})`, 0)))
        .orderBy(asc(mqttLoginMails.endsAt))
        .limit(limit)
        .for('update', { skipLocked: true })
      return queries
        .delete(mqttLoginMails)
        .where(sql`${mqttLoginMails.accountId} in (${due})`)
        .returning({ accountId: mqttLoginMails.accountId, names: mqttLoginMails.names })
    },

    /** No hour ends later than this. */
    async endBy(latest: Date): Promise<void> {
      await db.update(mqttLoginMails).set({ endsAt: latest }).where(gt(mqttLoginMails.endsAt, latest))
    },
  }
}

export type LoginMailStore = ReturnType<typeof createLoginMailStore>
