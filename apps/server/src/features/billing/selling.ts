import type { AccountService } from '#features/accounts/index.ts'
import { createProviderKeys } from '#features/identities/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { BillingConfig } from '#platform/process/billing-config.ts'
import { createAppleClient } from './apple/apple-client.ts'
import { createAppleShop } from './apple/apple-shop.ts'
import { createApplying } from './applying.ts'
import { billingRoutes } from './billing.routes.ts'
import { createBillingService } from './billing.service.ts'
import { createBillingStore } from './billing.store.ts'
import { createBillingMails } from './billing-mails.ts'
import { createBillingMetrics } from './billing-metrics.ts'
import { createEventStore } from './events.store.ts'
import { createGoogleClient } from './google/google-client.ts'
import { createGooglePush } from './google/google-push.ts'
import { createGoogleShop } from './google/google-shop.ts'
import { type Entitlement, FREE } from './purchase.ts'
import { createSettling } from './settling.ts'
import { createStripeClient } from './stripe/stripe-client.ts'
import { createStripeShop } from './stripe/stripe-shop.ts'
import { webhookRoutes } from './webhooks.routes.ts'

export interface BillingOptions {
  accounts: AccountService
  mails: MailService
  /** Called in the transaction by which the entitlement of an account changes. */
  changed(queries: Queries, accountId: string): Promise<void>
  /** Whether an account may use what is sold without a subscription. */
  isFree(accountId: string): boolean
}

/** What other features need from billing. If nothing is sold, everything is free. */
export interface Billing {
  /** Read in a transaction if `queries` is given. */
  entitlement(accountId: string, queries?: Queries): Promise<Entitlement>
  /** The subscriptions to cancel in stores; undefined if nothing is sold. */
  storeSubscriptions(
    accountId: string,
  ): Promise<{ provider: 'google_play' | 'apple'; manageUrl: string }[] | undefined>
  /** Runs in the transaction that deletes an account. */
  forget(queries: Queries, accountId: string): Promise<void>
}

/** Makes the three shops, their routes and the entitlement that is bought in them. */
export async function sell(
  context: AppContext,
  { accounts, mails, changed, isFree }: BillingOptions,
  { stripe: stripeConfig, google: googleConfig, apple: appleConfig, isSandbox, reconcileMs }: BillingConfig,
): Promise<Billing> {
  const { clock, config, database, http, jobs, logger, metrics, runs } = context
  const store = createBillingStore(database.db)
  const events = createEventStore(database.db)
  const applying = createApplying({ store, database, clock, changed })
  const common = { store, applying, clock }
  const stripe = createStripeShop({
    ...common,
    client: createStripeClient(stripeConfig),
    database,
    products: stripeConfig.products,
    returnUrl: `${config.publicUrl}/subscription`,
    emailOf: async (accountId) => (await accounts.find(accountId))?.email ?? null,
  })
  const google =
    googleConfig === null
      ? null
      : createGoogleShop({
          ...common,
          client: createGoogleClient(googleConfig, clock),
          config: googleConfig,
          isSandbox,
        })
  const push =
    googleConfig === null
      ? null
      : createGooglePush({
          config: googleConfig,
          keys: createProviderKeys({ issuer: googleConfig.push.issuer, clock }),
          clock,
        })
  // Apple's library alone needs 25 MiB.
  const verifier =
    appleConfig === null ? null : (await import('./apple/apple-verifier.ts')).createAppleVerifier(appleConfig)
  const apple =
    appleConfig === null || verifier === null
      ? null
      : createAppleShop({
          ...common,
          client: createAppleClient(appleConfig, clock),
          verifier,
          products: appleConfig.products,
        })
  const counted = createBillingMetrics(metrics, events.countUnsettled)
  const mailing = createBillingMails({
    store,
    database,
    clock,
    mails,
    publicUrl: config.publicUrl,
    changed,
  })
  const settling = createSettling({
    events,
    store,
    database,
    clock,
    jobs,
    metrics: counted,
    settleOf: { stripe: stripe.settle, google: google?.settle ?? null, apple: apple?.settle ?? null },
    stripe,
    google,
    mail: mailing.send,
    reconcileMs,
    failed: (error, about) => logger.warn({ err: error, about }, 'A subscription could not be read'),
  })
  const service = createBillingService({
    store,
    accounts,
    clock,
    stripe,
    google,
    apple,
    googlePackage: googleConfig?.package ?? null,
    googleProducts: googleConfig?.products ?? null,
    settling,
  })
  runs({ open: settling.start, stop: settling.stop })
  http.register(billingRoutes, { billing: service })
  http.register(webhookRoutes, { settling, metrics: counted, stripe, google: push, apple: verifier })
  return {
    ...service,
    entitlement: async (accountId, queries) =>
      isFree(accountId) ? FREE : service.entitlement(accountId, queries),
  }
}
