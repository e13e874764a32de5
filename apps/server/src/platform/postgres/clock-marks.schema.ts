import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The time that a server saw last, in its only row. If it lies ahead, the clock of the machine was set back since. */
export const clockMarks = pgTable('clock_marks', {
  name: text().primaryKey(),
  at: timestamp('at', { withTimezone: true }).notNull(),
})
