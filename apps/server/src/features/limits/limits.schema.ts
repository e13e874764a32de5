import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** How often something was counted within its window; a row whose window is over counts nothing. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: timestamp('resets_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limits_resets_at').on(table.resetsAt)],
)
