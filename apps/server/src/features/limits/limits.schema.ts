import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The counter of each limit in its current window. A row whose window has ended counts as zero. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: timestamp('resets_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limits_resets_at').on(table.resetsAt)],
)
