import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, smallint, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { notifications } from '#features/notifications/notifications.schema.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })
const accountId = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' })

/** After how long more people are reached about what must not be missed in a home; absent is what holds without a choice. */
export const escalations = pgTable('escalations', {
  accountId: accountId('account_id').primaryKey(),
  afterMinutes: smallint('after_minutes').notNull(),
  mail: boolean().notNull(),
})

/** The people whom an owner named, and since when they agree. */
export const escalationPeople = pgTable(
  'escalation_people',
  {
    ownerId: accountId('owner_id'),
    accountId: accountId('account_id'),
    acceptedAt: at('accepted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.accountId] }),
    index('escalation_people_account_id').on(table.accountId),
  ],
)

/** The steps of a notification of an owner, each taken once. */
export const escalationSteps = pgTable(
  'escalation_steps',
  {
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    step: smallint().notNull(),
    dueAt: at('due_at').notNull(),
    doneAt: at('done_at'),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.step] }),
    index('escalation_steps_due_at').on(table.dueAt).where(sql`${table.doneAt} is null`),
  ],
)
