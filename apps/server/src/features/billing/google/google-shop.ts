import type { GooglePurchase } from '@senca/contract/billing'
import type { Clock } from '#platform/clock.ts'
import type { GooglePlayConfig } from '#platform/process/billing-config.ts'
import type { Applying } from '../applying.ts'
import type { BillingStore } from '../billing.store.ts'
import { belongsToAnother, PaymentError } from '../payment-error.ts'
import type { Purchase } from '../purchase.ts'
import type { GoogleClient } from './google-client.ts'
import { type GoogleSubscription, purchaseOfGoogle } from './google-purchase.ts'

interface GoogleShopOptions {
  client: GoogleClient
  store: BillingStore
  applying: Applying
  clock: Clock
  config: GooglePlayConfig
  isSandbox: boolean
}

const VOIDED = 'voided '
const FORGOTTEN_AFTER_MS = 60 * 86_400_000
/** The maximum number of unknown purchases that are read in a chain of replacements. */
const MAX_REPLACED = 10
const PENDING_ACKNOWLEDGEMENT = 'ACKNOWLEDGEMENT_STATE_PENDING'

/** The subject for a purchase that was voided. */
export const voidedSubject = (purchaseToken: string): string => VOIDED + purchaseToken

/** Subscriptions bought in Google Play. */
export function createGoogleShop({ client, store, applying, clock, config, isSandbox }: GoogleShopOptions) {
  const { products } = config

  const tokenOf = (subscription: GoogleSubscription): string | null =>
    subscription.externalAccountIdentifiers?.obfuscatedExternalAccountId?.toLowerCase() ?? null

  const keep = async (
    accountId: string,
    purchase: Purchase,
    subscription: GoogleSubscription,
    readAt: string,
  ): Promise<void> => {
    await applying.apply(accountId, purchase, { readAt, replaces: subscription.linkedPurchaseToken ?? null })
  }

  /** Acknowledges a purchase when it is paid. */
  const acknowledge = async (purchase: Purchase, subscription: GoogleSubscription): Promise<void> => {
    if (purchase.standing !== 'paid' || purchase.endedFor !== null || !isWaiting(subscription)) return
    await client.acknowledge(products[purchase.plan], purchase.reference).catch(async (error: unknown) => {
      // The app claims a purchase while its notification is handled, so the other one may have acknowledged it first.
      const found = await client.read(purchase.reference)
      if (found === null || found === 'gone' || isWaiting(found)) throw error
    })
  }

  const isWaiting = ({ acknowledgementState }: GoogleSubscription): boolean =>
    acknowledgementState === PENDING_ACKNOWLEDGEMENT

  const isTest = ({ testPurchase }: GoogleSubscription): boolean => testPurchase != null && !isSandbox

  /** A purchase may replace an unknown one, which in turn replaced one that is stored and live. */
  const settleReplaced = async (
    { linkedPurchaseToken: reference }: GoogleSubscription,
    left: number,
  ): Promise<void> => {
    if (reference == null || left === 0) return
    if ((await store.findPurchase({ provider: 'google_play', reference })) === null)
      await settle(reference, false, left - 1)
  }

  const settle = async (
    purchaseToken: string,
    isVoided: boolean,
    left: number = MAX_REPLACED,
  ): Promise<void> => {
    const readAt = await store.readingNow()
    const kept = await store.findPurchase({ provider: 'google_play', reference: purchaseToken })
    const subscription = await client.read(purchaseToken)
    if (subscription === null || subscription === 'gone') {
      if (kept === null || kept.standing === 'pending' || kept.standing === 'ended') return
      const now = clock.now()
      // Google forgets purchases two months after their end. If it should still know this one, the request was wrong.
      const isKnown = subscription === 'gone' || isVoided
      if (!isKnown && now.getTime() - kept.accessUntil.getTime() < FORGOTTEN_AFTER_MS)
        throw new PaymentError('developer_error', {
          cause: new Error('Google Play does not know a purchase that it reported before'),
        })
      const { accountId, readAt: _, notified: __, ...purchase } = kept
      const accessUntil = kept.accessUntil < now ? kept.accessUntil : now
      const endedFor = isVoided ? 'refund' : purchase.endedFor
      const word: Purchase = { ...purchase, standing: 'ended', willRenew: false, accessUntil, endedFor }
      await applying.apply(accountId, word, { readAt })
      return
    }
    if (isTest(subscription)) return
    const word = purchaseOfGoogle(purchaseToken, subscription, {
      products,
      now: clock.now(),
      kept,
    })
    if (word === null) return
    const token = tokenOf(subscription)
    const accountId = kept?.accountId ?? (token === null ? null : await store.accountOfToken(token))
    // Without an account, nobody has claimed the purchase yet. The app does that when it is opened.
    if (accountId === null) return
    const now = clock.now()
    const accessUntil = word.accessUntil < now ? word.accessUntil : now
    const purchase: Purchase = isVoided ? { ...word, endedFor: 'refund', accessUntil } : word
    await settleReplaced(subscription, left)
    await keep(accountId, purchase, subscription, readAt)
    await acknowledge(purchase, subscription)
  }

  return {
    async settle(subject: string): Promise<void> {
      if (!subject.startsWith(VOIDED)) return settle(subject, false)
      const purchaseToken = subject.slice(VOIDED.length)
      await settle(purchaseToken, (await client.voided()).has(purchaseToken))
    },

    /**
     * Assigns a purchase from the app of an account. If it is not acknowledged, it must be settled. Throws PaymentError,
     * `subscription_already_exists`.
     */
    async claim(
      accountId: string,
      { purchaseToken, productId }: GooglePurchase,
    ): Promise<{ purchase: Purchase; isAcknowledged: boolean }> {
      if (productId !== products.monthly && productId !== products.yearly)
        throw new PaymentError('subscription_unavailable')
      const { token } = await store.get(accountId)
      const kept = await store.findPurchase({ provider: 'google_play', reference: purchaseToken })
      if (kept !== null && kept.accountId !== accountId) throw belongsToAnother()
      const readAt = await store.readingNow()
      const subscription = await client.read(purchaseToken)
      if (subscription === null || subscription === 'gone' || isTest(subscription))
        throw new PaymentError('payment_invalid')
      const purchase = purchaseOfGoogle(purchaseToken, subscription, { products, now: clock.now(), kept })
      const isOfProduct = subscription.lineItems.some((item) => item.productId === productId)
      if (purchase === null || !isOfProduct) throw new PaymentError('payment_invalid')
      const named = tokenOf(subscription)
      if (named !== null && named !== token) throw new PaymentError('belongs_to_another_account')
      await settleReplaced(subscription, MAX_REPLACED)
      await keep(accountId, purchase, subscription, readAt)
      const isAcknowledged = await acknowledge(purchase, subscription).then(
        () => true,
        () => false,
      )
      return { purchase, isAcknowledged }
    },

    /** Reads refunded purchases, also those without a notification. Calls `failed` for each that could not be read. */
    async settleVoided(failed: (error: unknown) => void): Promise<void> {
      for (const purchaseToken of await client.voided()) {
        const kept = await store.findPurchase({ provider: 'google_play', reference: purchaseToken })
        if (kept !== null && kept.endedFor === null) await settle(purchaseToken, true).catch(failed)
      }
    },
  }
}

export type GoogleShop = ReturnType<typeof createGoogleShop>
