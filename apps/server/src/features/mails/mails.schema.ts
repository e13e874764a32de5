import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

/** E-mails: those still to be sent, and the outcome of the others for 30 days. */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** The encrypted e-mail, because it contains a token. Null when there is an outcome. */
    sealed: text(),
    /** Null while it must still be sent. */
    outcome: text({ enum: ['sent', 'refused', 'expired'] }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('mails_account_id').on(table.accountId),
    index('mails_outcome_created_at').on(table.outcome, table.createdAt),
  ],
)
