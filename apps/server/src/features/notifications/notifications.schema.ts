import type { NotificationChoicesRequest, QuietHours } from '@senca/contract/notifications'
import { NOTIFICATION_KINDS, NOTIFICATION_LEVELS } from '@senca/contract/notifications'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })
const accountId = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' })

/** One row for each person that an event concerns. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The reader. */
    accountId: accountId('account_id'),
    /** The event. It is the same for everybody, and each person has it once. */
    key: text().notNull(),
    kind: text({ enum: NOTIFICATION_KINDS }).notNull(),
    level: text({ enum: NOTIFICATION_LEVELS }).notNull(),
    /** Whose home it is about. */
    ownerId: accountId('owner_id'),
    deviceId: text('device_id').references(() => devices.id, { onDelete: 'cascade' }),
    /** What the words are made of. */
    data: jsonb().notNull(),
    at: at('at').notNull(),
    endedAt: at('ended_at'),
    seenAt: at('seen_at'),
    /** When it is published once more, unless it has ended. */
    againAt: at('again_at'),
    /** The last action, so that its repetition has the same answer. */
    acted: jsonb(),
  },
  (table) => [
    uniqueIndex('notifications_account_id_key').on(table.accountId, table.key),
    index('notifications_account_id_at').on(table.accountId, table.at, table.id),
    index('notifications_unseen').on(table.accountId).where(sql`${table.seenAt} is null`),
    index('notifications_device_id').on(table.deviceId, table.kind),
    index('notifications_owner_id').on(table.ownerId),
    index('notifications_again_at').on(table.againAt).where(sql`${table.againAt} is not null`),
    index('notifications_at').on(table.at),
    index('notifications_key').on(table.key),
  ],
)

/** The e-mail of a notification, while it waits for its reader to see it [PK21]. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    notificationId: uuid('notification_id')
      .primaryKey()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    /** The kind under which e-mails are counted. */
    kind: text().notNull(),
    /** The written e-mail, sealed. */
    sealed: text().notNull(),
    dueAt: at('due_at').notNull(),
  },
  (table) => [index('notification_mails_due_at').on(table.dueAt)],
)

type Kinds = NonNullable<NotificationChoicesRequest['kinds']>

/** What a person chose; absent is what holds without a choice. Other homes have the ids of their owners. */
export const notificationChoices = pgTable('notification_choices', {
  accountId: accountId('account_id').primaryKey(),
  kinds: jsonb().$type<Kinds>().notNull(),
  homes: jsonb().$type<Record<string, { mutedUntil?: string | null; kinds?: Kinds }>>().notNull(),
  quiet: jsonb().$type<QuietHours>(),
})

/** What a person chose for a kind of a device. */
export const notificationDeviceChoices = pgTable(
  'notification_device_choices',
  {
    accountId: accountId('account_id'),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    kind: text({ enum: NOTIFICATION_KINDS }).notNull(),
    minutes: smallint(),
    must: boolean(),
    off: boolean(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.deviceId, table.kind] }),
    index('notification_device_choices_device_id').on(table.deviceId),
  ],
)

/** What lasts at a device: a door that is open, a jammed lock. `dueAt` is when somebody is notified of it next. */
export const deviceConditions = pgTable(
  'device_conditions',
  {
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    kind: text({ enum: NOTIFICATION_KINDS }).notNull(),
    since: at('since').notNull(),
    dueAt: at('due_at'),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.kind] }),
    index('device_conditions_due_at').on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
)
