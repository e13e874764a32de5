import { NOTIFICATION_LEVELS } from '@senca/contract/notifications'
import { PUSH_CONTENTS, PUSH_STATES } from '@senca/contract/push'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { notifications } from '#features/notifications/notifications.schema.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** The one pair of keys of an installation, by which push services know its pushes. */
export const pushKeys = pgTable('push_keys', {
  /** Always 1. */
  id: smallint().primaryKey(),
  publicKey: text('public_key').notNull(),
  /** The private key, sealed. */
  sealed: text().notNull(),
  createdAt: at('created_at').notNull(),
})

/** The subscriptions of phones, one for each session. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Sessions are not part of a backup, so nothing refers to them. */
    sessionId: uuid('session_id').notNull(),
    /** SHA-256 of the endpoint, base64url. */
    endpointHash: text('endpoint_hash').notNull(),
    /** Endpoint and keys, sealed. */
    sealed: text().notNull(),
    /** The host of the endpoint. */
    service: text().notNull(),
    /** Where the page is that subscribed. */
    origin: text().notNull(),
    label: text().notNull(),
    content: text({ enum: PUSH_CONTENTS }).notNull(),
    createdAt: at('created_at').notNull(),
    lastAcceptedAt: at('last_accepted_at'),
    lastShownAt: at('last_shown_at'),
    /** The accepted pushes since the phone confirmed one last, and the time of the first of them. */
    unconfirmed: smallint().notNull().default(0),
    unconfirmedSince: at('unconfirmed_since'),
    /** When the push service refused this server; null since it accepted a push. */
    refusedAt: at('refused_at'),
    /** When a page of this session was last visible. */
    visibleAt: at('visible_at'),
    /** When the session ended. The row stays until the phone knows it. */
    endedAt: at('ended_at'),
  },
  (table) => [
    unique('push_subscriptions_session_id').on(table.sessionId),
    unique('push_subscriptions_endpoint_hash').on(table.endpointHash),
    index('push_subscriptions_account_id').on(table.accountId),
  ],
)

/** What a push is: of a notification, its end, the end of a session, or what came while there was no internet. */
export const PUSH_PURPOSES = ['event', 'closed', 'end', 'missed'] as const

/** One push to one phone. */
export const pushes = pgTable(
  'pushes',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Null for pushes that are of none. */
    notificationId: uuid('notification_id').references(() => notifications.id, { onDelete: 'cascade' }),
    /** Null once the subscription is gone. */
    subscriptionId: uuid('subscription_id').references(() => pushSubscriptions.id, { onDelete: 'set null' }),
    label: text().notNull(),
    purpose: text({ enum: PUSH_PURPOSES }).notNull(),
    level: text({ enum: NOTIFICATION_LEVELS }).notNull(),
    /** What it is about. A newer push about the same replaces it on the phone. */
    tag: text().notNull(),
    state: text({ enum: PUSH_STATES }).notNull(),
    stateAt: at('state_at').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** When it is sent or tried again; null when nothing is left to do. */
    nextAt: at('next_at'),
    attempts: smallint().notNull().default(0),
    /** Whether it waited for the end of quiet hours; several of a phone become one. */
    isHeld: boolean('is_held').notNull().default(false),
    /** Whether the push service found it too large, so that it is sent without words. */
    isDiscreet: boolean('is_discreet').notNull().default(false),
    /** Whether it expired because the push service could not be reached. */
    isMissed: boolean('is_missed').notNull().default(false),
    /** The push that was sent in its place. */
    carriedBy: uuid('carried_by'),
    /** SHA-256 of its receipt, base64url. */
    receiptHash: text('receipt_hash').notNull(),
  },
  (table) => [
    index('pushes_next_at').on(table.nextAt).where(sql`${table.nextAt} is not null`),
    index('pushes_notification_id').on(table.notificationId),
    index('pushes_subscription_id').on(table.subscriptionId),
    index('pushes_account_id_created_at').on(table.accountId, table.createdAt),
    index('pushes_carried_by').on(table.carriedBy).where(sql`${table.carriedBy} is not null`),
    uniqueIndex('pushes_receipt_hash').on(table.receiptHash),
    uniqueIndex('pushes_missed')
      .on(table.subscriptionId)
      .where(sql`${table.purpose} = 'missed' and ${table.nextAt} is not null`),
  ],
)

/** What is known of each push service: since when it cannot be reached, and why it refuses this server. */
export const pushServices = pgTable('push_services', {
  /** The host. */
  service: text().primaryKey(),
  unreachableSince: at('unreachable_since'),
  refusedAt: at('refused_at'),
  /** The status of its answer. */
  refusedStatus: smallint('refused_status'),
})
