import type { Clock } from '#platform/clock.ts'
import type { Applying } from '../applying.ts'
import type { BillingStore } from '../billing.store.ts'
import { belongsToAnother, PaymentError } from '../payment-error.ts'
import type { Purchase } from '../purchase.ts'
import type { AppleClient } from './apple-client.ts'
import { type AppleTransaction, OtherApp, purchaseOfApple } from './apple-purchase.ts'
import type { AppleVerifier } from './apple-verifier.ts'

interface AppleShopOptions {
  client: AppleClient
  verifier: AppleVerifier
  store: BillingStore
  applying: Applying
  clock: Clock
  products: { monthly: string; yearly: string }
}

/** Subscriptions bought in the App Store. */
export function createAppleShop({ client, verifier, store, applying, products }: AppleShopOptions) {
  /** Reads a subscription from the App Store; null if it is unknown or for another product. */
  const read = async (
    originalTransactionId: string,
    kept: Purchase | null,
  ): Promise<{ purchase: Purchase; transaction: AppleTransaction } | null> => {
    const notified = await client.read(originalTransactionId)
    if (notified === null) return null
    const [transaction, renewal] = await Promise.all([
      verifier.transaction(notified.signedTransactionInfo),
      notified.signedRenewalInfo === null ? null : verifier.renewal(notified.signedRenewalInfo),
    ])
    if (transaction === null || transaction.originalTransactionId !== originalTransactionId)
      throw new PaymentError('store_unavailable', {
        cause: new Error('The App Store answered what it has not signed'),
      })
    const word = { status: notified.status, transaction, renewal }
    const purchase = purchaseOfApple(word, products, kept?.plan ?? null)
    return purchase === null ? null : { purchase, transaction }
  }

  const tokenOf = ({ appAccountToken }: AppleTransaction): string | null =>
    appAccountToken?.toLowerCase() ?? null

  return {
    async settle(originalTransactionId: string): Promise<void> {
      const readAt = await store.readingNow()
      const kept = await store.findPurchase({ provider: 'apple', reference: originalTransactionId })
      const found = await read(originalTransactionId, kept)
      if (found === null) return
      const token = tokenOf(found.transaction)
      const accountId = kept?.accountId ?? (token === null ? null : await store.accountOfToken(token))
      // Without an account, nobody has claimed the purchase yet. The app does that when it is opened.
      if (accountId !== null) await applying.apply(accountId, found.purchase, { readAt })
    },

    /** Assigns a transaction from the app of an account. Throws PaymentError, `subscription_already_exists`. */
    async claim(accountId: string, signedTransaction: string): Promise<Purchase> {
      const shown = await verifier.transaction(signedTransaction).catch((error: unknown) => {
        if (error instanceof OtherApp) return null
        throw error
      })
      if (shown === null) throw new PaymentError('payment_invalid')
      if (shown.productId !== products.monthly && shown.productId !== products.yearly)
        throw new PaymentError('subscription_unavailable')
      const { token } = await store.get(accountId)
      const reference = shown.originalTransactionId
      const kept = await store.findPurchase({ provider: 'apple', reference })
      if (kept !== null && kept.accountId !== accountId) throw belongsToAnother()
      const readAt = await store.readingNow()
      const found = await read(reference, kept)
      if (found === null) throw new PaymentError('payment_invalid')
      for (const named of [tokenOf(shown), tokenOf(found.transaction)])
        if (named !== null && named !== token) throw new PaymentError('belongs_to_another_account')
      await applying.apply(accountId, found.purchase, { readAt })
      return found.purchase
    },
  }
}

export type AppleShop = ReturnType<typeof createAppleShop>
