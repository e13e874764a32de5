import { doublePrecision, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

/** The one home of an account: degrees, an IANA time zone, meters above sea level. */
export const homes = pgTable('homes', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  lat: doublePrecision().notNull(),
  lon: doublePrecision().notNull(),
  timezone: text().notNull(),
  country: text(),
  altitude: doublePrecision(),
})
