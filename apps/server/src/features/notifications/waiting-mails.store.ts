import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import { notificationMails, notifications } from './notifications.schema.ts'

export type WaitingMail = typeof notificationMails.$inferSelect

/** Finds an e-mail whose time has come. */
export const DUE_MAIL =
  'select notification_id::text from notification_mails where due_at <= $1::timestamptz limit 1'

export const waitingMailStore = {
  async insert(queries: Queries, mail: WaitingMail): Promise<void> {
    await queries.insert(notificationMails).values(mail)
  },

  /**
   * Takes the e-mails that are due out of the table, in the transaction that posts them. Those whose notification was seen or ended
   * have no account.
   */
  async takeDue(
    queries: Queries,
    now: Date,
    limit: number,
  ): Promise<(WaitingMail & { accountId: string | null })[]> {
    const due = await queries
      .select()
      .from(notificationMails)
      .where(lte(notificationMails.dueAt, now))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    const ids = due.map(({ notificationId }) => notificationId)
    const needed = await queries
      .select({ id: notifications.id, accountId: notifications.accountId })
      .from(notifications)
      .where(and(inArray(notifications.id, ids), isNull(notifications.seenAt), isNull(notifications.endedAt)))
    await queries.delete(notificationMails).where(inArray(notificationMails.notificationId, ids))
    const accountOf = new Map(needed.map(({ id, accountId }) => [id, accountId]))
    return due.map((mail) => ({ ...mail, accountId: accountOf.get(mail.notificationId) ?? null }))
  },

  async setDue(queries: Queries, notificationId: string, dueAt: Date): Promise<void> {
    await queries
      .update(notificationMails)
      .set({ dueAt })
      .where(eq(notificationMails.notificationId, notificationId))
  },
}
