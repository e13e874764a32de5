import { index, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

/**
 * Mails to be sent and what became of them. `claimed` is a lease: whoever holds it speaks to the mail server, and another
 * may take it over. `sending` is written before the text is handed over, so that a mail whose fate nobody knows is never
 * sent a second time.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** The letter, encrypted: it carries a token. Null once it has come to its end. */
    sealed: text(),
    state: text({
      enum: ['waiting', 'claimed', 'sending', 'sent', 'refused', 'given_up', 'uncertain'],
    }).notNull(),
    /** Counts the claims, and thereby tells the present holder from earlier ones. */
    attempts: smallint().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When it is tried next, or was tried last; the database's own time, like that of the jobs. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('mails_account_id').on(table.accountId),
    index('mails_state_due_at').on(table.state, table.dueAt),
  ],
)
