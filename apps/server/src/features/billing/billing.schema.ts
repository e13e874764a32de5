import { SUBSCRIPTION_PLANS, SUBSCRIPTION_PROVIDERS } from '@senca/contract/billing'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { ENDINGS, STANDINGS } from './purchase.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** What shops know an account by, and what it has had. */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** `appAccountToken` of Apple, `obfuscatedAccountId` of Google. */
    token: uuid().notNull(),
    /** Of Stripe. */
    customerId: text('customer_id'),
    /** A page of payment that may still be open. */
    checkoutId: text('checkout_id'),
    /** The subscription that had the trial; null while it is not used. */
    trialReference: text('trial_reference'),
  },
  (table) => [
    uniqueIndex('billing_accounts_token').on(table.token),
    uniqueIndex('billing_accounts_customer_id').on(table.customerId),
  ],
)

/** Subscriptions as their shops last told of them; each belongs to the account that first proved it. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    provider: text({ enum: SUBSCRIPTION_PROVIDERS }).notNull(),
    /** Of Stripe the id of the subscription, of Google the purchase token, of Apple the original transaction. */
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
    /** Why it ended for good, whatever its shop says later; null while it has not. */
    endedFor: text('ended_for', { enum: ENDINGS }),
    /** When the shop was asked for what stands here, by the clock of the database. */
    readAt: moment('read_at').notNull(),
    /** What its owner was mailed of it. */
    told: text().array().notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.reference] }),
    index('subscriptions_account_id').on(table.accountId),
    index('subscriptions_read_at').on(table.readAt),
  ],
)

export const SHOPS = ['stripe', 'google', 'apple'] as const
export type Shop = (typeof SHOPS)[number]

/** What shops told, once each by its id: hints at what has to be read again. */
export const billingEvents = pgTable(
  'billing_events',
  {
    shop: text({ enum: SHOPS }).notNull(),
    id: text().notNull(),
    type: text().notNull(),
    /** What has to be read; null for nothing. */
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

/** Payers that had a trial, by a hash of what their card is known by; kept when accounts go. */
export const billingPayers = pgTable('billing_payers', {
  payerHash: text('payer_hash').primaryKey(),
  reference: text().notNull(),
})

/** Customers whose account is deleted and whose subscriptions still have to be canceled. */
export const billingFarewells = pgTable('billing_farewells', {
  customerId: text('customer_id').primaryKey(),
  since: moment('since').notNull().defaultNow(),
})
