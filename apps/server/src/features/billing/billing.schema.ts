import { SUBSCRIPTION_PLANS, SUBSCRIPTION_PROVIDERS } from '@senca/contract/billing'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { ENDINGS, STANDINGS } from './purchase.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The identifiers of an account at the shops, and whether it had a trial. */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** `appAccountToken` of Apple, `obfuscatedAccountId` of Google. */
    token: uuid().notNull(),
    /** The customer id of Stripe. */
    customerId: text('customer_id'),
    /** A checkout page that may still be open. */
    checkoutId: text('checkout_id'),
    /** The subscription that used the trial; null if unused. */
    trialReference: text('trial_reference'),
  },
  (table) => [
    uniqueIndex('billing_accounts_token').on(table.token),
    uniqueIndex('billing_accounts_customer_id').on(table.customerId),
  ],
)

/** Subscriptions as last read from their shops. Each belongs to the account that first claimed it. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    provider: text({ enum: SUBSCRIPTION_PROVIDERS }).notNull(),
    /** For Stripe the id of the subscription, for Google the purchase token, for Apple the original transaction id. */
    reference: text().notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    plan: text({ enum: SUBSCRIPTION_PLANS }).notNull(),
    standing: text({ enum: STANDINGS }).notNull(),
    startedAt: moment('started_at').notNull(),
    accessUntil: moment('access_until').notNull(),
    trialEndsAt: moment('trial_ends_at'),
    willRenew: boolean('will_renew').notNull(),
    /** Why it ended for good, regardless of later notices from its shop; null if it has not. */
    endedFor: text('ended_for', { enum: ENDINGS }),
    /** When the shop was queried for this data, by the clock of the database. */
    readAt: moment('read_at').notNull(),
    /** The e-mails that its owner has received about it. */
    notified: text('told').array().notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.reference] }),
    index('subscriptions_account_id').on(table.accountId),
    index('subscriptions_read_at').on(table.readAt),
  ],
)

export const SHOPS = ['stripe', 'google', 'apple'] as const
export type Shop = (typeof SHOPS)[number]

/** Notifications from shops, each once by id. They only say what must be read again. */
export const billingEvents = pgTable(
  'billing_events',
  {
    shop: text({ enum: SHOPS }).notNull(),
    id: text().notNull(),
    type: text().notNull(),
    /** What must be read; null for nothing. */
    subject: text(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index('billing_events_unsettled').on(table.shop, table.subject).where(sql`settled_at is null`),
    index('billing_events_received_at').on(table.receivedAt),
  ],
)

/** Payers who had a trial, as a hash of their card's fingerprint; kept after an account is deleted. */
export const billingPayers = pgTable('billing_payers', {
  payerHash: text('payer_hash').primaryKey(),
  reference: text().notNull(),
})

/** Customers whose account was deleted and whose subscriptions must still be canceled. */
export const billingFarewells = pgTable('billing_farewells', {
  customerId: text('customer_id').primaryKey(),
  since: moment('since').notNull().defaultNow(),
})
